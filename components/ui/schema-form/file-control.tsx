'use client'

import { FileText, Upload, X } from 'lucide-react'
import { useContext, useRef, useState } from 'react'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { fileValueOf } from '#core/definition/files/file-value.ts'
import { mediaTypeOf } from '#core/definition/files/media-types.ts'
import { type FileRules, problemOf } from '#core/definition/schema/check-file.ts'
import type { Json } from '#core/json.ts'
import { Button } from '../controls/button.tsx'
import type { ControlProps } from '../controls/field.tsx'
import { sizeWords } from '../text/size-words.ts'
import { uiTexts } from '../texts/ui.ts'
import { FileUpload } from './file-upload.ts'

export interface FileControlProps extends ControlProps {
  disabled: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
  rules: FileRules
  /** Tells when an upload begins and ends: until then the form has the value of before. */
  onBusy(isBusy: boolean): void
}

/** A control for a file, which is uploaded when it is chosen; the value refers to it. */
export function FileControl({ value, onChange, onBusy, rules, disabled, id, ...control }: FileControlProps) {
  const upload = useContext(FileUpload)
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const file = fileValueOf(value)

  async function choose(chosen: File | undefined) {
    if (input.current) input.current.value = ''
    if (!chosen || !upload) return
    const refusal = problemOf(rules, { name: chosen.name, media_type: mediaTypeOf(chosen.name), bytes: chosen.size })
    setFault(refusal)
    if (refusal !== null) return
    setBusy(true)
    onBusy(true)
    try {
      onChange({ ...(await upload(chosen)) })
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
      onBusy(false)
    }
  }

  return (
    <div className="grid gap-1">
      {file && (
        <div className="flex min-w-0 items-center gap-2 rounded-m border px-2 py-1">
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate">{isolateText(file.name)}</span>
          <span className="shrink-0 text-small text-muted">{sizeWords(file.bytes)}</span>
          <button
            type="button"
            aria-label={uiTexts.remove(file.name)}
            disabled={disabled}
            onClick={() => onChange(undefined)}
            className="ml-auto grid size-6 shrink-0 place-items-center text-muted hover:text-ink"
          >
            <X className="size-3" />
          </button>
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        accept={rules.accept.join(',') || undefined}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <Button
        id={id}
        {...control}
        className="justify-self-start"
        icon={<Upload />}
        disabled={disabled || isBusy || upload === null}
        onClick={() => input.current?.click()}
      >
        {isBusy ? uiTexts.uploading : file ? uiTexts.replaceFile : uiTexts.chooseFile}
      </Button>
      {fault && (
        <p role="alert" className="text-small text-failed wrap-anywhere">
          {fault}
        </p>
      )}
    </div>
  )
}
