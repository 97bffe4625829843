'use client'

import type { ReactNode } from 'react'
import { payloadPath, runFilePath } from '#components/shell/paths.ts'
import { FileAddress } from '#components/ui/json/file-entry.tsx'
import { PayloadAddress } from '#components/ui/json/offloaded-value.tsx'

/** The values of a run below it can be downloaded: those stored apart from the history, and files. */
export function RunValues({ runId, children }: { runId: string; children: ReactNode }) {
  return (
    <PayloadAddress value={(sha256) => payloadPath(runId, sha256)}>
      <FileAddress value={(fileId) => runFilePath(runId, fileId)}>{children}</FileAddress>
    </PayloadAddress>
  )
}
