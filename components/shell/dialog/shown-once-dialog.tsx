'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { copyText } from '#components/ui/text/copy-text.ts'
import { shellTexts } from '../texts/shell.ts'

export interface ShownOnceDialogProps {
  title: string
  about: string
  /** What the text is. */
  label: string
  text: string
  onClose(): void
}

/** The text of a key or secret, which is shown this once. */
export function ShownOnceDialog({ title, about, label, text, onClose }: ShownOnceDialogProps) {
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={about}
      footer={
        <>
          <Button onClick={onClose}>{shellTexts.done}</Button>
          <Button
            look="primary"
            icon={copied ? <Check /> : <Copy />}
            onClick={async () => setCopied(await copyText(text))}
          >
            {copied ? shellTexts.textCopied : shellTexts.copyText}
          </Button>
        </>
      }
    >
      <div className="pb-3">
        <Field label={label}>
          {(control) => (
            <Input
              {...control}
              readOnly
              value={text}
              spellCheck={false}
              className="font-mono text-code"
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
