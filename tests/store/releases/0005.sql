BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
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
CREATE TABLE invitations (
	token VARCHAR(32) NOT NULL, 
	table_id INTEGER NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	player VARCHAR(40), 
	withdrawn DATETIME, 
	CONSTRAINT pk_invitations PRIMARY KEY (token), 
	CONSTRAINT fk_invitations_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "invitations" VALUES('seat.of-ann',1,'seat','Ann',NULL);
CREATE TABLE noted (
	table_id INTEGER NOT NULL, 
	what VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_noted PRIMARY KEY (table_id, what), 
	CONSTRAINT fk_noted_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "noted" VALUES(1,'a finding');
CREATE TABLE presets (
	id INTEGER NOT NULL, 
	device VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options TEXT NOT NULL, 
	CONSTRAINT pk_presets PRIMARY KEY (id)
);
INSERT INTO "presets" VALUES(1,'a tablet','Grandma''s rules','boodle','{"ante": 2}');
CREATE TABLE "tables" (
	id INTEGER NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	setup TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	tally TEXT, 
	version INTEGER NOT NULL, 
	length INTEGER NOT NULL, 
	hand INTEGER, 
	winners TEXT, 
	"key" VARCHAR(32), seats_tap BOOLEAN DEFAULT 1 NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT uq_tables_token UNIQUE (token), 
	CONSTRAINT uq_tables_key UNIQUE ("key")
);
INSERT INTO "tables" VALUES(1,'table-1','{"format": 1, "game": "michigan-kitty", "players": ["Ann", "Bob", "Cal", "Dee"], "dealer": "Dee"}','2026-01-31 20:00:00.000000','{"game": "michigan-kitty", "over": true, "lines": [{"player": "Cal", "place": 1, "chips": 117, "owes": 0, "owed": 0, "bought": 100, "result": 17}, {"player": "Ann", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Bob", "place": 2, "chips": 95, "owes": 0, "owed": 0, "bought": 100, "result": -5}, {"player": "Dee", "place": 4, "chips": 93, "owes": 0, "owed": 0, "bought": 100, "result": -7}], "notes": [], "hands": [{"hand": 1, "dealer": "Dee", "winners": ["Cal"], "changes": {"Ann": -5, "Bob": -10, "Cal": 0, "Dee": -5}}, {"hand": 2, "dealer": "Ann", "winners": ["Cal"], "changes": {"Ann": 0, "Bob": 5, "Cal": 17, "Dee": -2}}], "chart": {"Ann": [0, -5, -5], "Bob": [0, -10, -5], "Cal": [0, 0, 17], "Dee": [0, -5, -7]}, "corrections": [], "proof": {"bought": 400, "corrections": 0, "purses": 400, "pots": 0}}',11,11,2,'["Cal"]',NULL,1);
INSERT INTO "tables" VALUES(2,'table-2','{"format": 1, "game": "boodle", "players": ["Ann", "Bob", "Cal"], "dealer": "Ann", "chips": 40}','2026-01-31 20:00:00.000000',NULL,4,4,0,NULL,NULL,1);
INSERT INTO "tables" VALUES(3,'table-3','{"format": 1, "game": "oh-claire", "players": ["\u05e9\u05e8\u05d4", "Zo\u00eb", "\ud83d\udc51 Kim"], "dealer": "Zo\u00eb"}','2026-01-31 20:00:00.000000',NULL,0,0,0,NULL,NULL,1);
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
CREATE INDEX ix_presets_device ON presets (device);
CREATE UNIQUE INDEX ix_entries_table_id_key ON entries (table_id, "key");
CREATE INDEX ix_invitations_table_id ON invitations (table_id);
COMMIT;
