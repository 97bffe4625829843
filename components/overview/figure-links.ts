import { runsPath } from '#components/shell/paths.ts'
import { statusGroups } from '../runs/status-groups.ts'

/** The list behind each figure of the overview: it has exactly as many rows as the figure says. */
export const figureLinks = {
  progress: runsPath({ status: statusGroups.progress }),
  tasks: '/inbox',
  failed: runsPath({ trouble: 'failed' }),
  unsafe: runsPath({ phase: ['FAILED_UNSAFE'] }),
  completed: runsPath({ status: statusGroups.completed }),
} as const
