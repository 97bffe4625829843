'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { copyText } from '../text/copy-text.ts'
import { uiTexts } from '../texts/ui.ts'
import { IconButton } from './button.tsx'

const copiedShownMs = 1_500

/**
 * Copies a text, which is computed on demand. The button is visible while the pointer is over the `group` around it, or
 * while it has the focus.
 */
export function CopyButton({ label, textOf, className }: { label: string; textOf(): string; className?: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(textOf()))) return
    setCopied(true)
    setTimeout(() => setCopied(false), copiedShownMs)
  }
  return (
    <IconButton
      label={copied ? uiTexts.copied : uiTexts.copy(label.toLowerCase())}
      size="small"
      onClick={copy}
      className={classNames('opacity-0 group-hover:opacity-100 focus-visible:opacity-100', className)}
    >
      {copied ? <Check /> : <Copy />}
    </IconButton>
  )
}
