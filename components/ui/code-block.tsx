'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

const copiedShownMs = 1_500

export interface CodeBlockProps {
  text: string
  /** What it shows, for screen readers. */
  label: string
  wrap?: boolean
  className?: string
}

/** Text as it is, in mono, scrollable by keyboard, with a button that copies it. */
export function CodeBlock({ text, label, wrap = false, className }: CodeBlockProps) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), copiedShownMs)
  }
  return (
    // As wide as its place, however long its lines: they scroll inside, and widen nothing around it.
    <div className="group relative w-0 min-w-full">
      {/* A figure and not a landmark: a page may show the same label several times. */}
      <figure
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className={classNames('max-h-80 overflow-auto rounded-m bg-sunken', className)}
      >
        <pre className={classNames('px-2.5 py-2 font-mono text-code', wrap && 'wrap-anywhere whitespace-pre-wrap')}>
          {text}
        </pre>
      </figure>
      <IconButton
        label={copied ? 'Copied' : `Copy ${label.toLowerCase()}`}
        size="small"
        onClick={copy}
        className="absolute top-1 right-1 bg-sunken opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </div>
  )
}
