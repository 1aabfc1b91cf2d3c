PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE "bookings" (
	id INTEGER NOT NULL, 
	circle_id INTEGER NOT NULL, 
	evening_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	cents BIGINT NOT NULL, 
	made DATETIME NOT NULL, 
	amends BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_bookings PRIMARY KEY (id), 
	CONSTRAINT fk_bookings_evening_id_evenings FOREIGN KEY(evening_id) REFERENCES evenings (id), 
	CONSTRAINT fk_bookings_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id), 
	CONSTRAINT fk_bookings_person_id_people FOREIGN KEY(person_id) REFERENCES people (id)
);
INSERT INTO "bookings" VALUES(1,1,1,1,-25,'2026-01-31 20:00:00.000000',0);
INSERT INTO "bookings" VALUES(2,1,1,2,-25,'2026-01-31 20:00:00.000000',0);
INSERT INTO "bookings" VALUES(3,1,1,3,85,'2026-01-31 20:00:00.000000',0);
INSERT INTO "bookings" VALUES(4,1,1,4,-35,'2026-01-31 20:00:00.000000',0);
CREATE TABLE circle_visits (
	device VARCHAR(32) NOT NULL, 
	circle_id INTEGER NOT NULL, 
	last DATETIME NOT NULL, 
	address VARCHAR(32), 
	CONSTRAINT pk_circle_visits PRIMARY KEY (device, circle_id), 
	CONSTRAINT fk_circle_visits_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id)
);
INSERT INTO "circle_visits" VALUES('a tablet',1,'2026-01-31 20:00:00.000000',NULL);
CREATE TABLE "circles" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	token VARCHAR(32) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created DATETIME NOT NULL, 
	scale VARCHAR(16) NOT NULL, 
	shows_findings BOOLEAN DEFAULT 1 NOT NULL, 
	currency VARCHAR(3), 
	"key" VARCHAR(32), 
	CONSTRAINT uq_circles_token UNIQUE (token), 
	CONSTRAINT uq_circles_key UNIQUE ("key")
);
INSERT INTO "circles" VALUES(1,'circle-1','Sundays at Ann''s','2026-01-31 20:00:00.000000','podium',1,NULL,NULL);
CREATE TABLE "entries" (
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	raw TEXT NOT NULL, 
	made DATETIME, 
	"by" VARCHAR(40), 
	"key" VARCHAR(32), seat VARCHAR(40), 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES(1,0,'{"do": "deal"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,1,'{"do": "chips-only"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,2,'{"do": "collect", "player": "Ann", "pot": "AS"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,3,'{"do": "collect", "player": "Dee", "pot": "KH"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,4,'{"do": "out", "player": "Cal", "left": {"Dee": 1, "Bob": 2, "Ann": 1}}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,5,'{"do": "deal"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,6,'{"do": "chips-only"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,7,'{"do": "collect", "player": "Cal", "pot": "AS"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,8,'{"do": "collect", "player": "Bob", "pot": "KH"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,9,'{"do": "out", "player": "Cal", "left": {"Bob": 1, "Ann": 2, "Dee": 4}}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(1,10,'{"do": "end"}','2026-01-31 21:00:00.000000','a tablet',NULL,NULL);
INSERT INTO "entries" VALUES(2,0,'{"do": "buy-in", "player": "Bob", "chips": 5}',NULL,NULL,NULL,NULL);
INSERT INTO "entries" VALUES(2,1,'{"do": "deal"}',NULL,NULL,NULL,NULL);
INSERT INTO "entries" VALUES(2,2,'{"do": "undo"}',NULL,NULL,NULL,NULL);
INSERT INTO "entries" VALUES(2,3,'{"do": "amend", "entry": 0, "with": {"do": "buy-in", "player": "Cal", "chips": 7}}',NULL,NULL,NULL,NULL);
CREATE TABLE "evenings" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	circle_id INTEGER NOT NULL, 
	table_id INTEGER, 
	game VARCHAR(40) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	hands INTEGER NOT NULL, 
	over BOOLEAN NOT NULL, 
	facts TEXT NOT NULL, 
	"key" VARCHAR(32) NOT NULL, changes INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT fk_evenings_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id), 
	CONSTRAINT fk_evenings_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL, 
	CONSTRAINT uq_evenings_table_id UNIQUE (table_id)
);
INSERT INTO "evenings" VALUES(1,1,1,'michigan-kitty','2026-01-31',2,1,'{"hands": 2, "over": true, "lines": [{"player": "Cal", "place": 1, "chips": 117, "owes": 0, "owed": 0, "bought": 100, "result": 17}, {"player": "Ann", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Bob", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Dee", "place": 4, "chips": 93, "owes": 0, "owed": 0, "bought": 100, "result": -7}], "standing": {"Ann": -5, "Bob": -5, "Cal": 17, "Dee": -7}}','b17e66f9e19ffc44',0);
INSERT INTO "evenings" VALUES(2,1,3,'oh-claire','2026-01-31',0,0,'{"hands": 0, "over": false, "lines": [{"player": "\u05e9\u05e8\u05d4", "place": 1, "chips": 24, "cups": 0, "bought": 24, "result": 0}, {"player": "Zo\u00eb", "place": 1, "chips": 24, "cups": 0, "bought": 24, "result": 0}, {"player": "\ud83d\udc51 Kim", "place": 1, "chips": 24, "cups": 0, "bought": 24, "result": 0}], "standing": {"\u05e9\u05e8\u05d4": 0, "Zo\u00eb": 0, "\ud83d\udc51 Kim": 0}}','8c48d79aa38057ab',0);
CREATE TABLE hands (
	evening_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seconds INTEGER, 
	facts TEXT NOT NULL, 
	CONSTRAINT pk_hands PRIMARY KEY (evening_id, number), 
	CONSTRAINT fk_hands_evening_id_evenings FOREIGN KEY(evening_id) REFERENCES evenings (id)
);
INSERT INTO "hands" VALUES(1,1,NULL,'{"hand": 1, "dealer": "Dee", "order": ["Ann", "Bob", "Cal", "Dee"], "winners": ["Cal"], "standing": {"Ann": -5, "Bob": -10, "Cal": 0, "Dee": -5}, "found": {}, "feats": [["pot", "Ann", 4, "AS"], ["pot", "Dee", 4, "KH"], ["pot", "Cal", 4, "kitty"], ["kitty", "Cal", 4, "kitty"]], "dealt": 0, "ended": 4}');
INSERT INTO "hands" VALUES(1,2,NULL,'{"hand": 2, "dealer": "Ann", "order": ["Bob", "Cal", "Dee", "Ann"], "winners": ["Cal"], "standing": {"Ann": -5, "Bob": -5, "Cal": 17, "Dee": -7}, "found": {}, "feats": [["pot", "Cal", 4, "AS"], ["pot", "Bob", 4, "KH"], ["pot", "Cal", 4, "kitty"], ["kitty", "Cal", 4, "kitty"]], "dealt": 5, "ended": 9}');
CREATE TABLE "invitations" (
	token VARCHAR(32) NOT NULL, 
	table_id INTEGER, 
	role VARCHAR(8) NOT NULL, 
	player VARCHAR(40), 
	withdrawn DATETIME, 
	circle_id INTEGER, code VARCHAR(4), code_until DATETIME, 
	CONSTRAINT pk_invitations PRIMARY KEY (token), 
	CONSTRAINT fk_invitations_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_invitations_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id)
);
INSERT INTO "invitations" VALUES('seat.of-ann',1,'seat','Ann',NULL,NULL,NULL,NULL);
INSERT INTO "invitations" VALUES('look.of-circle',NULL,'look',NULL,NULL,1,NULL,NULL);
INSERT INTO "invitations" VALUES('watch.of-table',1,'watch',NULL,NULL,NULL,'BKRT','2026-11-25 20:10:00.000000');
CREATE TABLE noted (
	table_id INTEGER NOT NULL, 
	what VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_noted PRIMARY KEY (table_id, what), 
	CONSTRAINT fk_noted_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "noted" VALUES(1,'a finding');
CREATE TABLE "payments" (
	id INTEGER NOT NULL, 
	circle_id INTEGER NOT NULL, 
	payer_id INTEGER NOT NULL, 
	payee_id INTEGER NOT NULL, 
	cents BIGINT NOT NULL, 
	made DATETIME NOT NULL, 
	undone DATETIME, 
	evening_id INTEGER, 
	booked INTEGER NOT NULL, 
	CONSTRAINT pk_payments PRIMARY KEY (id), 
	CONSTRAINT fk_payments_payee_id_people FOREIGN KEY(payee_id) REFERENCES people (id), 
	CONSTRAINT fk_payments_payer_id_people FOREIGN KEY(payer_id) REFERENCES people (id), 
	CONSTRAINT fk_payments_evening_id_evenings FOREIGN KEY(evening_id) REFERENCES evenings (id), 
	CONSTRAINT fk_payments_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id)
);
INSERT INTO "payments" VALUES(1,1,1,2,20,'2026-01-31 20:00:00.000000',NULL,NULL,2);
CREATE TABLE "people" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	circle_id INTEGER NOT NULL, 
	name VARCHAR(40), 
	colour INTEGER NOT NULL, 
	symbol INTEGER NOT NULL, 
	hidden BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_people_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id)
);
INSERT INTO "people" VALUES(1,1,'Ann',0,0,0);
INSERT INTO "people" VALUES(2,1,'Bob',1,1,0);
INSERT INTO "people" VALUES(3,1,'Cal',2,2,0);
INSERT INTO "people" VALUES(4,1,'Dee',3,3,0);
INSERT INTO "people" VALUES(5,1,'שרה',4,4,0);
INSERT INTO "people" VALUES(6,1,'Zoë',5,5,0);
INSERT INTO "people" VALUES(7,1,'👑 Kim',6,6,0);
CREATE TABLE presets (
	id INTEGER NOT NULL, 
	device VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options TEXT NOT NULL, 
	CONSTRAINT pk_presets PRIMARY KEY (id)
);
INSERT INTO "presets" VALUES(1,'a tablet','Grandma''s rules','boodle','{"ante": 2}');
CREATE TABLE seats (
	evening_id INTEGER NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	person_id INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (evening_id, player), 
	CONSTRAINT fk_seats_evening_id_evenings FOREIGN KEY(evening_id) REFERENCES evenings (id), 
	CONSTRAINT fk_seats_person_id_people FOREIGN KEY(person_id) REFERENCES people (id)
);
INSERT INTO "seats" VALUES(1,'Ann',1,'2026-01-31');
INSERT INTO "seats" VALUES(1,'Bob',2,'2026-01-31');
INSERT INTO "seats" VALUES(1,'Cal',3,'2026-01-31');
INSERT INTO "seats" VALUES(1,'Dee',4,'2026-01-31');
INSERT INTO "seats" VALUES(2,'שרה',5,'2026-01-31');
INSERT INTO "seats" VALUES(2,'Zoë',6,'2026-01-31');
INSERT INTO "seats" VALUES(2,'👑 Kim',7,'2026-01-31');
CREATE TABLE "tables" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	token VARCHAR(32) NOT NULL, 
	setup TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	tally TEXT, 
	version INTEGER NOT NULL, 
	length INTEGER NOT NULL, 
	hand INTEGER, 
	winners TEXT, 
	"key" VARCHAR(32), 
	seats_tap BOOLEAN DEFAULT 1 NOT NULL, 
	memory_aid BOOLEAN DEFAULT 1 NOT NULL, leavers TEXT, 
	CONSTRAINT uq_tables_token UNIQUE (token), 
	CONSTRAINT uq_tables_key UNIQUE ("key")
);
INSERT INTO "tables" VALUES(1,'table-1','{"format": 1, "game": "michigan-kitty", "players": ["Ann", "Bob", "Cal", "Dee"], "dealer": "Dee"}','2026-01-31 20:00:00.000000','{"game": "michigan-kitty", "over": true, "lines": [{"player": "Cal", "place": 1, "chips": 117, "owes": 0, "owed": 0, "bought": 100, "result": 17}, {"player": "Ann", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Bob", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Dee", "place": 4, "chips": 93, "owes": 0, "owed": 0, "bought": 100, "result": -7}], "notes": [], "hands": [{"hand": 1, "dealer": "Dee", "winners": ["Cal"], "changes": {"Ann": -5, "Bob": -10, "Cal": 0, "Dee": -5}}, {"hand": 2, "dealer": "Ann", "winners": ["Cal"], "changes": {"Ann": 0, "Bob": 5, "Cal": 17, "Dee": -2}}], "chart": {"Ann": [0, -5, -5], "Bob": [0, -10, -5], "Cal": [0, 0, 17], "Dee": [0, -5, -7]}, "corrections": [], "proof": {"bought": 400, "corrections": 0, "purses": 400, "pots": 0}}',12,11,2,'["Cal"]',NULL,1,1,NULL);
INSERT INTO "tables" VALUES(2,'table-2','{"format": 1, "game": "boodle", "players": ["Ann", "Bob", "Cal"], "dealer": "Ann", "chips": 40}','2026-01-31 20:00:00.000000',NULL,4,4,0,NULL,NULL,1,0,NULL);
INSERT INTO "tables" VALUES(3,'table-3','{"format": 1, "game": "oh-claire", "players": ["\u05e9\u05e8\u05d4", "Zo\u00eb", "\ud83d\udc51 Kim"], "dealer": "Zo\u00eb"}','2026-01-31 20:00:00.000000',NULL,1,0,0,NULL,NULL,1,1,NULL);
CREATE TABLE told (
	table_id INTEGER NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	version INTEGER NOT NULL, 
	raw TEXT NOT NULL, 
	CONSTRAINT pk_told PRIMARY KEY (table_id, player), 
	CONSTRAINT fk_told_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "told" VALUES(2,'Ann',4,'{"do": "out", "left": {"Ann": 3}}');
CREATE TABLE visits (
	device VARCHAR(32) NOT NULL, 
	table_id INTEGER NOT NULL, 
	last DATETIME NOT NULL, address VARCHAR(32), 
	CONSTRAINT pk_visits PRIMARY KEY (device, table_id), 
	CONSTRAINT fk_visits_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "visits" VALUES('a tablet',1,'2026-01-31 22:30:00.000000',NULL);
CREATE TABLE "worths" (
	circle_id INTEGER NOT NULL, 
	since VARCHAR(10) NOT NULL, 
	cents BIGINT NOT NULL, 
	CONSTRAINT pk_worths PRIMARY KEY (circle_id, since), 
	CONSTRAINT fk_worths_circle_id_circles FOREIGN KEY(circle_id) REFERENCES circles (id)
);
INSERT INTO "worths" VALUES(1,'',5);
CREATE INDEX ix_presets_device ON presets (device);
CREATE UNIQUE INDEX ix_entries_table_id_key ON entries (table_id, "key");
CREATE INDEX ix_seats_person_id_day ON seats (person_id, day);
CREATE UNIQUE INDEX ix_seats_evening_id_person_id ON seats (evening_id, person_id);
CREATE INDEX ix_invitations_table_id ON invitations (table_id);
CREATE INDEX ix_invitations_circle_id ON invitations (circle_id);
CREATE INDEX ix_people_circle_id ON people (circle_id);
CREATE INDEX ix_evenings_circle_id_day ON evenings (circle_id, day);
CREATE UNIQUE INDEX ix_evenings_circle_id_key ON evenings (circle_id, "key");
CREATE INDEX ix_evenings_circle_id_game_day ON evenings (circle_id, game, day);
CREATE INDEX ix_bookings_circle_id ON bookings (circle_id);
CREATE INDEX ix_bookings_evening_id ON bookings (evening_id);
CREATE INDEX ix_payments_circle_id ON payments (circle_id);
CREATE INDEX ix_invitations_code ON invitations (code);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
INSERT INTO "sqlite_sequence" VALUES('circles',1);
INSERT INTO "sqlite_sequence" VALUES('people',7);
INSERT INTO "sqlite_sequence" VALUES('evenings',2);
COMMIT;
