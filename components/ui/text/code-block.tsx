'use client'

import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../controls/copy-button.tsx'

export interface CodeBlockProps {
  text: string
  /** The content of the block, for screen readers. */
  label: string
  wrap?: boolean
  className?: string | undefined
}

/** Unformatted text in a monospace font, scrollable by keyboard, with a button that copies it. */
export function CodeBlock({ text, label, wrap = false, className }: CodeBlockProps) {
  return (
    // The block has the width of its container: long lines scroll inside, and do not widen the parts around it.
    <div className="group relative w-0 min-w-full">
      {/* A figure and not a landmark: a page may have blocks with equal labels. */}
      <figure
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className={classNames('max-h-80 overflow-auto rounded-m bg-sunken', className)}
      >
        <pre className={classNames('px-2.5 py-2 font-mono text-code', wrap && 'wrap-anywhere whitespace-pre-wrap')}>
          {isolateSentence(text)}
        </pre>
      </figure>
      <CopyButton label={label} textOf={() => text} className="absolute top-1 right-1 bg-sunken" />
    </div>
  )
}
