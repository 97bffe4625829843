'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { ImportReport, PreviewedDocument } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { importTexts } from '../texts/import.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSource } from './import-source.tsx'
import type { ImportFile } from './read-import-file.ts'

/** The import of files by paste, by drop or from the disk: first a preview, then the result. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<readonly ImportFile[]>([])
  const [text, setText] = useState('')
  const preview = useMutation(api.workflows.previewImport.mutationOptions())
  const imported = useMutation({
    mutationFn: async (request: {
      documents: readonly PreviewedDocument[]
      publish: boolean
    }): Promise<ImportReport> => {
      const reports: ImportReport[] = []
      // Documents are imported one after the other: a referenced workflow exists before the one that refers to it,
      // where the order of the files allows it.
      for (const document of request.documents) {
        reports.push(await client.workflows.import.mutate({ text: document.text, publish: request.publish }))
      }
      return {
        workflows: reports.flatMap(({ workflows }) => workflows),
        problems: reports.flatMap(({ problems }) => problems),
      }
    },
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
  const all = text.trim() === '' ? files : [...files, { name: importTexts.pastedText, text }]
  const again = () => {
    imported.reset()
    preview.reset()
    setFiles([])
    setText('')
  }
  const error = imported.error ?? preview.error

  if (imported.data) return <ImportResult report={imported.data} onRestart={again} onClose={onClose} />
  return (
    <div className="grid gap-4">
      {error && (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      )}
      {preview.data ? (
        <ImportPreview
          documents={preview.data}
          isBusy={imported.isPending}
          onBack={preview.reset}
          onImport={(documents, publish) => imported.mutate({ documents, publish })}
        />
      ) : (
        <>
          <ImportSource files={files} onFiles={setFiles} text={text} onText={setText} />
          <Button
            look="primary"
            className="justify-self-end"
            disabled={all.length === 0 || preview.isPending}
            onClick={() => preview.mutate({ files: [...all] })}
          >
            {preview.isPending ? importTexts.reading : importTexts.preview}
          </Button>
        </>
      )}
    </div>
  )
}
