import { codeBugs } from './planted/code-bugs.ts'
import { commandBugs } from './planted/command-bugs.ts'
import { commitBugs } from './planted/commit-bugs.ts'
import { lockBugs } from './planted/lock-bugs.ts'
import { memoryBugs } from './planted/memory-bugs.ts'
import { ownershipBugs } from './planted/ownership-bugs.ts'
import type { PlantedBug } from './planted/planted-bug.ts'
import { rollbackBugs } from './planted/rollback-bugs.ts'
import { workerBugs } from './planted/worker-bugs.ts'

/** All of them, each with a name of its own. */
export const plantedBugs: readonly PlantedBug[] = [
  ...ownershipBugs,
  ...commitBugs,
  ...memoryBugs,
  ...commandBugs,
  ...workerBugs,
  ...rollbackBugs,
  ...lockBugs,
  ...codeBugs,
]
