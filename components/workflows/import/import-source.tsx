'use client'

import { FileUp, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { importTexts } from '../texts/import.ts'
import { type ImportFile, readImportFile } from './read-import-file.ts'
import { tooLarge } from './too-large.ts'

export interface ImportSourceProps {
  readonly files: readonly ImportFile[]
  onFiles(files: readonly ImportFile[]): void
  readonly text: string
  onText(text: string): void
}

/** Texts to import: pasted, dropped, or chosen from the disk, several at once. */
export function ImportSource({ files, onFiles, text, onText }: ImportSourceProps) {
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  async function take(list: FileList | null) {
    if (!list || list.length === 0) return
    const read = await Promise.all([...list].map(readImportFile))
    setRefused(read.flatMap((one) => (typeof one === 'string' ? one : [])).join(' '))
    const fresh = read.filter((one) => typeof one !== 'string')
    const names = new Set(fresh.map(({ name }) => name))
    onFiles([...files.filter(({ name }) => !names.has(name)), ...fresh])
  }
  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files)
  }
  /** A text of some megabytes would block the page once it is in the field. */
  function paste(event: ClipboardEvent) {
    const refusal = tooLarge(importTexts.pastedText, event.clipboardData.getData('text/plain').length)
    setRefused(refusal ?? '')
    if (refusal !== null) event.preventDefault()
  }
  return (
    <div className="grid gap-2">
      {refused !== '' && (
        <Callout tone="failed" alert>
          {refused}
        </Callout>
      )}
      <Field label="YAML" note={importTexts.oneOrMoreDocumentsOr}>
        {(control) => (
          <Textarea
            {...control}
            rows={files.length === 0 ? 12 : 6}
            spellCheck={false}
            placeholder={importTexts.workflowTypeStepsName}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            onPaste={paste}
            className={classNames('font-mono text-code', isOver && 'border-accent bg-accent-soft')}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul aria-label={importTexts.selectedFiles} className="flex flex-wrap gap-1.5">
          {files.map(({ name }) => (
            <li
              key={name}
              className="flex h-6.5 items-center gap-1 rounded-s border border-line-strong pl-2 text-small"
            >
              {name}
              <IconButton
                label={importTexts.remove(name)}
                size="small"
                onClick={() => onFiles(files.filter((file) => file.name !== name))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-2 text-small text-muted">
        {importTexts.pasteYAMLDropFilesHere}
        <Button size="small" icon={<FileUp />} onClick={() => picker.current?.click()}>
          {importTexts.selectFiles}
        </Button>
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".yaml,.yml,.json,application/yaml,text/yaml,application/json"
        aria-label={importTexts.yamlFiles}
        className="hidden"
        onChange={(event) => {
          void take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
