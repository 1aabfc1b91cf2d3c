// Every feature of the styles and scripts against the oldest browsers that the table is made for.
// What only a later one has is listed in LATER, with the way round it; else this ends with 1.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { parse as parseStyles, walk } from "css-tree";

const data = createRequire(import.meta.url)("@mdn/browser-compat-data");
const OLDEST = { chrome: 88, webview_android: 88, firefox: 79, safari_ios: 15.4 };
const SYNTAX = 2021;
const LATER = {
  ":focus-visible": "before Firefox 85 it shows its own ring",
  ":has": "only looks: what is chosen or missing shows besides",
  "@media forced-colors": "without it nobody has forced colours",
  "@page": "paper: the sizes of the printer are taken",
  "align-content: end": "the same in a grid",
  "align-content: start": "old syntax means the same in a grid",
  "align-self: end": "the same in a grid",
  "align-self: start": "the same in a grid",
  "appearance": "Firefox 79 draws its own box on a tile, which can be tapped all the same",
  "break-after: avoid": "paper: a heading may end a page",
  "color-scheme": "fields stay light",
  "color-scheme: dark": "fields stay light",
  "color-scheme: light": "fields stay light",
  "contain: style": "only quicker",
  "container-type": "a watched board keeps the saucers of a table",
  "container-type: size": "a watched board keeps the saucers of a table",
  "cursor: default": "a tablet has none",
  "cursor: pointer": "a tablet has none",
  "cursor: progress": "a tablet has none",
  "float: inline-end": "the date stands in a line of its own, a result after the name",
  "float: inline-start": "the legend stands over its field",
  "font-size-adjust": "names are as high as their font makes them",
  "hyphens": "words are not parted",
  "justify-content: start": "the same in a grid",
  "orphans": "paper only",
  "outline": "square round what is round; what is chosen has a shadow besides",
  "paint-order": "the symbols are drawn shapes, for which older ones have it",
  "repeating-conic-gradient()": "chips have an edge of one colour",
  "scale": "an arrow of Hebrew points the other way",
  "text-decoration-thickness": "lines are thinner",
  "text-size-adjust": "-webkit-text-size-adjust is beside it",
  "text-wrap": "lines of a heading differ in length",
  "text-wrap: balance": "lines of a heading differ in length",
  "touch-action: pinch-zoom": "a finger that slips along a button scrolls in Firefox",
  "user-select": "beside -webkit-user-select, which iPads have",
  "zoom": "before Firefox 126 large type is large on plates, pots and pages alone",
  "-webkit-tap-highlight-color": "Firefox has no such highlight",
  "-webkit-touch-callout": "only iPads have such a menu",
  "widows": "paper only",
  "width: fit-content": "as wide as its place",
  "HTMLFormElement.requestSubmit": "older.js makes it",
  "Navigator.canShare": "asked for with ?.; without it there is no such button",
  "Navigator.share": "canShare is asked first",
  "Navigator.wakeLock": "wake.js plays a video in its place",
  "SharedWorker": "table.js hears the stream in the tab that is seen",
  ".vibrate": "no buzz, asked for with ?.",
  ".at": "ours: the spot of a press, the address of a board",
  ".autofocus": "morph.js compares it with nothing where it lacks",
  "Directory.path": "ours: the path of a request of htmx",
  "Error.isError": "ours: a mark on an answer of htmx",
};

const has = (support, oldest) => [support].flat().some((one) => {
  if (one.prefix || one.flags || one.alternative_name || one.version_removed) return false;
  return one.version_added === true || parseFloat(String(one.version_added).replace("≤", "")) <= oldest;
});
const lacking = (known) => Object.keys(OLDEST).filter((browser) => known.__compat.support[browser] && !has(known.__compat.support[browser], OLDEST[browser]));
const used = new Map();
const use = (name, known, where) => {
  if (known?.__compat && lacking(known).length) used.set(name, [...(used.get(name) || []), where]);
};

const files = (folder, ending) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
const { properties, selectors, "at-rules": rules, types } = data.css;

for (const file of files("static/css", ".css")) {
  const tested = [];
  walk(parseStyles(readFileSync(file, "utf8"), { positions: true }), {
    enter(node) {
      const where = `${file}:${node.loc?.start.line}`;
      if (node.type === "Atrule") {
        if (node.name === "supports") tested.push(node);
        use(`@${node.name}`, rules[node.name], where);
      }
      if (tested.length) return;
      if (node.type.startsWith("Pseudo")) use(`:${node.name}`, selectors[node.name], where);
      if (node.type === "Feature") use(`@media ${node.name}`, rules.media[node.name], where);
      if (node.type !== "Declaration" || node.property.startsWith("--") && !node.value) return;
      const property = properties[node.property];
      use(node.property, property, where);
      if (node.value.type !== "Value") return;
      walk(node.value, (part) => {
        if (part.type === "Identifier") use(`${node.property}: ${part.name}`, property?.[part.name], where);
        if (part.type === "Function") use(`${part.name}()`, types[part.name] || types.color?.[part.name] || types.gradient?.[part.name], where);
        if (part.type === "Dimension") use(part.unit, types.length?.[part.unit] || types.length?.[`viewport_percentage_units_${part.unit.slice(0, -2)}`], where);
      });
    },
    leave(node) { if (node === tested.at(-1)) tested.pop(); },
  });
}

// Of what something is a member no program can say: any that has it and is known will do.
const builtins = data.javascript.builtins;
const places = [...Object.entries(data.api), ...Object.entries(builtins)];
const members = new Map();
for (const [owner, all] of places) {
  for (const [name, known] of Object.entries(all)) {
    const plain = name.replace(/_static$|_event$/, "");
    if (known.__compat) members.set(plain, [...(members.get(plain) || []), [`${owner}.${plain}`, known]]);
  }
}
const useMember = (owner, name, where) => {
  const found = members.get(name) || [];
  const own = found.filter(([full]) => full === `${owner}.${name}`);
  const all = own.length ? own : found;
  if (all.length && all.every(([, known]) => lacking(known).length)) use(all.length === 1 ? all[0][0] : `.${name}`, all[0][1], where);
};
for (const file of files("static/js", ".js")) {
  const tree = parse(readFileSync(file, "utf8"), { ecmaVersion: SYNTAX, locations: true });
  full(tree, (node) => {
    const where = `${file}:${node.loc.start.line}`;
    if (node.type === "Identifier") use(node.name, data.api[node.name] || builtins[node.name] || data.api.Window[node.name], where);
    if (node.type === "MemberExpression" && !node.computed) useMember(node.object.name, node.property.name, where);
  });
}

const wrong = [...used].filter(([name]) => !(name in LATER));
for (const [name, where] of wrong) console.error(`${name} is not in every browser: ${[...new Set(where)].slice(0, 3).join(", ")}`);
const idle = Object.keys(LATER).filter((name) => !used.has(name));
for (const name of idle) console.error(`${name} is listed, but not used, or every browser has it now`);
process.exitCode = Number(wrong.length + idle.length > 0);
