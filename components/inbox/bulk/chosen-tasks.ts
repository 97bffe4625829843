'use client'

import { createSelection } from '#components/runs/list/selection-store.ts'

/** The tasks that are chosen in the inbox. */
export const useChosenTasks = createSelection()
