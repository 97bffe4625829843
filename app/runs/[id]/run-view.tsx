'use client'

import { DecideDialog } from '#components/inbox/decide-dialog.tsx'
import { RunPage } from '#components/runs/run/run-page.tsx'

/** The page of a run, with the inbox's form for its open tasks. */
export const RunView = ({ runId }: { runId: string }) => <RunPage runId={runId} DecideDialog={DecideDialog} />
