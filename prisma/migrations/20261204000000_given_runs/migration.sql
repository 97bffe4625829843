-- Whether runs may be given to this engine as they start: it hears of them. Engines of earlier versions do not.
alter table "engine" add column "takes_runs" boolean not null default false;
