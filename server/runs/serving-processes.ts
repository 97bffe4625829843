/** SQL: the workers and agents that take tasks of queues, as rows of `id`, `queues`, `expires_at` and `is_agent`. */
export const servingProcesses = `(select id, queues, expires_at, false as is_agent from worker
  union all select id, queues, expires_at, true from agent)`

/** SQL: whether the task `w` (`async_task`) needs an agent: a worker runs functions, and no bodies of code. */
export const needsAgent = `w.kind in ('workflow', 'query')`
