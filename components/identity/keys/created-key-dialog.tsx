'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { copyText } from '#components/ui/text/copy-text.ts'
import { keyTexts } from '../texts/keys.ts'

/** The text of a new key, which is shown this once. */
export function CreatedKeyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={keyTexts.createdTitle}
      description={keyTexts.createdAbout}
      footer={
        <>
          <Button onClick={onClose}>{keyTexts.done}</Button>
          <Button
            look="primary"
            icon={copied ? <Check /> : <Copy />}
            onClick={async () => setCopied(await copyText(text))}
          >
            {copied ? keyTexts.copied : keyTexts.copy}
          </Button>
        </>
      }
    >
      <div className="pb-3">
        <Field label={keyTexts.key}>
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
