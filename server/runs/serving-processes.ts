/** SQL: the workers and agents that take tasks of queues, as rows of `id`, `queues`, `expires_at`, and the owner of an agent. */
export const servingProcesses = `(select id, queues, expires_at, null as owner_id from worker
  union all select id, queues, expires_at, owner_id from agent)`

/** SQL: whether the task `w` (`async_task`) needs an agent: a worker runs functions, and no bodies of code. */
export const needsAgent = `w.kind in ('workflow', 'query')`
