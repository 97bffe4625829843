'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import { ImportResult } from './import-result.tsx'
import { joinDocuments } from './join-documents.ts'

/** YAML by paste, by drop or from the disk; then what became of each document. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [publish, setPublish] = useState(false)
  const imported = useMutation(
    api.workflows.import.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
    }),
  )
  if (imported.data) {
    return <ImportResult report={imported.data} onAgain={imported.reset} onClose={onClose} />
  }
  return (
    <div className="grid gap-4">
      {imported.error && (
        <Callout tone="failed" alert>
          {apiFailure(imported.error).message}
        </Callout>
      )}
      <TextDrop text={text} onText={setText} />
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex items-center gap-2">
          <Checkbox id="publish-import" checked={publish} onCheckedChange={(checked) => setPublish(checked === true)} />
          <label htmlFor="publish-import">Publish what has no errors</label>
        </div>
        <Button
          look="primary"
          className="ml-auto"
          disabled={text.trim() === '' || imported.isPending}
          onClick={() => imported.mutate({ text, publish })}
        >
          {imported.isPending ? 'Importing…' : 'Import'}
        </Button>
      </div>
    </div>
  )
}

function TextDrop({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  async function read(files: FileList | null) {
    if (!files || files.length === 0) return
    onText(joinDocuments(await Promise.all([...files].map((file) => file.text()))))
  }
  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files)
  }
  return (
    <div className="grid gap-2">
      <Field label="YAML" note="one or several documents">
        {(control) => (
          <Textarea
            {...control}
            rows={12}
            spellCheck={false}
            placeholder={'workflow_type: …\nsteps:\n  - name: …'}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={classNames('font-mono text-code', isOver && 'border-accent bg-accent-soft')}
          />
        )}
      </Field>
      <p className="flex flex-wrap items-center gap-2 text-small text-muted">
        Paste it, drop files on it, or
        <Button size="small" icon={<FileUp />} onClick={() => picker.current?.click()}>
          Choose files
        </Button>
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".yaml,.yml,application/yaml,text/yaml"
        aria-label="YAML files"
        className="hidden"
        onChange={(event) => void read(event.target.files)}
      />
    </div>
  )
}
