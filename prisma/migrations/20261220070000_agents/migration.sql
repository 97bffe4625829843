-- Agents: programs that take tasks of queues by HTTP (server/agents). A task of a queue is now more than a step: it has a
-- kind and a type, by which an agent is asked whether it can do it.
alter table "async_task"
  -- The id by which agents name the task.
  add column "id" uuid not null default gen_random_uuid(),
  add column "kind" text not null default 'step' check ("kind" in ('step', 'activity', 'workflow', 'query')),
  -- The function, or the type of the workflow.
  add column "type" text not null default '',
  -- The hash of the code that agents should have; null: any.
  add column "code_hash" text,
  -- The agent to which news for a body is offered first, because it may have the body still.
  add column "sticky_agent" text,
  -- The time limit of an attempt of an activity, from the claim on.
  add column "timeout_ms" double precision;
create unique index "async_task_id_key" on "async_task" ("id");

-- Agents that are there, with what they do. Unlogged: agents register again after a crash of the database.
create unlogged table "agent" (
  "owner_id" text not null,
  "id" text not null,
  "queues" text[] not null,
  -- By type of workflow: the hash of its code in the agent, and the number of the version that was published from it.
  "workflows" jsonb not null default '{}',
  -- Functions that the agent has; null: any function of its queues.
  "activities" text[],
  "actor_id" text not null,
  -- The key with which the agent was registered; null: none, in local mode.
  "key_id" text,
  "registered_at" timestamptz(3) not null default now(),
  "seen_at" timestamptz(3) not null default now(),
  -- Without another request it is gone then.
  "expires_at" timestamptz(3) not null,
  -- Deliveries of news for bodies, and those for which the agent had the body still.
  "deliveries" integer not null default 0,
  "cache_hits" integer not null default 0,
  primary key ("owner_id", "id")
);

-- Answers of agents, kept for a while: a repeated answer gets the same reply, and a query is answered here.
create table "agent_answer" (
  "token" uuid primary key,
  "owner_id" text not null,
  "run_id" uuid not null,
  "task_id" uuid not null,
  -- Of the body of the answer: another one under the same token is refused.
  "digest" text not null,
  -- JSON of the result of a query.
  "result" text,
  "answered_at" timestamptz(3) not null default now()
);
create index "agent_answer_task_id_idx" on "agent_answer" ("task_id");
create index "agent_answer_answered_at_idx" on "agent_answer" ("answered_at");

-- The only queues whose tasks a key reaches; null: all.
alter table "api_key" add column "queues" text[];
