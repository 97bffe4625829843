'use client'

import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { sizeWords } from '#components/ui/text/size-words.ts'
import { limits } from '#core/limits.ts'
import { connectorsTexts } from './texts/connectors.ts'

export interface DocumentFieldProps {
  readonly text: string
  readonly error: string | undefined
  onText(text: string): void
}

const most = limits.connectors.documentBytes

/** The text of an OpenAPI document, pasted or from a file. A larger one is refused before it is read. */
export function DocumentField({ text, error, onText }: DocumentFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  async function take(file: File | undefined) {
    if (file === undefined) return
    if (file.size > most) {
      setRefused(connectorsTexts.tooLarge(file.name, sizeWords(file.size), sizeWords(most)))
      return
    }
    try {
      onText(await file.text())
      setRefused(undefined)
    } catch {
      setRefused(connectorsTexts.cannotRead(file.name))
    }
  }
  return (
    <div className="grid gap-2">
      <Field
        label={connectorsTexts.document}
        hint={connectorsTexts.documentHint(sizeWords(most))}
        error={refused ?? error}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            spellCheck={false}
            placeholder="openapi: 3.1.0"
            className="font-mono text-code"
            value={text}
            onChange={({ target }) => {
              setRefused(undefined)
              onText(target.value)
            }}
          />
        )}
      </Field>
      <Button size="small" icon={<FileUp />} className="justify-self-start" onClick={() => picker.current?.click()}>
        {connectorsTexts.selectFile}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".yaml,.yml,.json,application/yaml,text/yaml,application/json"
        aria-label={connectorsTexts.fileField}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
