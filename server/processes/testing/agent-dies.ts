import { onAgentPoint } from '../agent/agent-points.ts'

/** Preloaded into an agent: kills its process at the point that HEDDLE_TEST_DIES_AT names. */
onAgentPoint((point) => {
  if (point === process.env.HEDDLE_TEST_DIES_AT) process.kill(process.pid, 'SIGKILL')
})
