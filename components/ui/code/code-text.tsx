'use client'

import { useEffect, useRef } from 'react'
import { type ShownCode, showCode } from './show-code.ts'

export interface CodeTextProps {
  readonly text: string
  /** The name of the text for screen readers. */
  readonly label: string
  /** The line that is marked and brought into view, from 1. */
  readonly line?: number | null
}

/** TypeScript with its line numbers, to be read. */
export function CodeText({ text, label, line = null }: CodeTextProps) {
  const parent = useRef<HTMLDivElement>(null)
  const shown = useRef<ShownCode | null>(null)
  useEffect(() => {
    if (parent.current === null) return undefined
    const code = showCode(parent.current, text, label)
    shown.current = code
    return () => code.remove()
  }, [text, label])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is shown without its mark
  useEffect(() => shown.current?.mark(line), [line, text, label])
  return <div ref={parent} className="h-full min-h-0 min-w-0 overflow-hidden bg-surface" />
}
