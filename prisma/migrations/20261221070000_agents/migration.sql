-- Agents are programs that take tasks of queues by HTTP (server/agents). A queued task has a kind and a type now: an agent
-- gets a task only if it has the function or the workflow of that type.
alter table "async_task"
  -- The task's id in the routes of agents.
  add column "id" uuid not null default gen_random_uuid(),
  add column "kind" text not null default 'step' check ("kind" in ('step', 'activity', 'workflow', 'query')),
  -- The function, or the type of the workflow.
  add column "type" text not null default '',
  -- The hash of the code that began the run; agents with the same hash come first. Null: any agent of the type.
  add column "code_hash" text,
  -- The agent that answered the run's last delivery: its cached body makes a replay unnecessary, so it comes first.
  add column "sticky_agent" text,
  -- The time limit of one attempt of an activity, counted from the claim.
  add column "timeout_ms" double precision;
create unique index "async_task_id_key" on "async_task" ("id");

-- Registered agents with their queues and code. Unlogged: agents register again after a crash of the database.
create unlogged table "agent" (
  "owner_id" text not null,
  "id" text not null,
  "queues" text[] not null,
  -- By workflow type: the hash of the agent's code, and the number and hash of the version that was published from it.
  "workflows" jsonb not null default '{}',
  -- The functions that the agent has; null: every function of its queues.
  "activities" text[],
  -- The version of the agent's program, as the agent reports it.
  "version" text,
  "actor_id" text not null,
  -- The API key of the registration; null in local mode.
  "key_id" text,
  "registered_at" timestamptz(3) not null default now(),
  "seen_at" timestamptz(3) not null default now(),
  -- The end of the registration, which each poll renews.
  "expires_at" timestamptz(3) not null,
  -- Workflow tasks that the agent took, and those that its cached body answers without a replay.
  "deliveries" integer not null default 0,
  "cache_hits" integer not null default 0,
  primary key ("owner_id", "id")
);

-- Recent answers of agents: a repeated answer gets the first one's reply, and results of queries are read from here.
create table "agent_answer" (
  "token" uuid primary key,
  "owner_id" text not null,
  "run_id" uuid not null,
  "task_id" uuid not null,
  -- SHA-256 of the answer: a different answer under the same token is refused.
  "digest" text not null,
  -- JSON of the result of a query.
  "result" text,
  "answered_at" timestamptz(3) not null default now()
);
create index "agent_answer_task_id_idx" on "agent_answer" ("task_id");
create index "agent_answer_answered_at_idx" on "agent_answer" ("answered_at");

-- The queues from which an API key may take tasks; null: all.
alter table "api_key" add column "queues" text[];
