// Three sounds, made here: no file is fetched for them, and nothing is begun before the first.
//   sounds.tick()    an entry
//   sounds.rattle()  chips of a pot
//   sounds.chord()   a hand or an evening is won
self.sounds = (() => {
  "use strict";
  const WON = [523.25, 659.25, 783.99, 1046.5];
  let audio = null;
  const tone = (pitch, after, lasts, loudness, type = "sine") => {
    const [begins, source, volume] = [audio.currentTime + after, audio.createOscillator(), audio.createGain()];
    source.type = type;
    source.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    source.connect(volume).connect(audio.destination);
    source.start(begins);
    source.stop(begins + lasts);
  };
  const heard = (sound) => () => {
    audio ??= new AudioContext();
    sound();
  };
  return {
    tick: heard(() => tone(1400, 0, 0.06, 0.12)),
    rattle: heard(() => {
      for (let chip = 0; chip < 7; chip += 1) tone(2100 + (chip * 577) % 900, chip * 0.045 + (chip % 3) * 0.012, 0.04, 0.07, "triangle");
    }),
    chord: heard(() => WON.forEach((pitch, at) => tone(pitch, at * 0.09, 1.1, 0.09, "triangle"))),
  };
})();
