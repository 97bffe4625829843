'use client'

import { Download } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Json } from '#core/json.ts'
import { refsIn } from '#core/run/payload/payload-ref.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { afterFrame } from '../pacing/after-frame.ts'
import { CodeBlock } from '../text/code-block.tsx'
import { downloadText } from '../text/download-text.ts'
import { sizeWords } from '../text/size-words.ts'
import { uiTexts } from '../texts/ui.ts'
import { isLarge } from './json-size.ts'
import { JsonTree, type LinkOf } from './json-tree.tsx'

export interface JsonViewProps {
  value: Json
  /** The content of the view, for screen readers. */
  label: string
  className?: string | undefined
  /** Makes the view a tree whose plain values are links. */
  linkOf?: LinkOf
}

/**
 * A value as JSON: as text when it is small, as an expandable tree when it is large or has links. A large value is
 * shown with its size, and can be downloaded as a file.
 */
export function JsonView({ value, label, className, linkOf }: JsonViewProps) {
  const text = useMemo(() => (isLarge(value) ? null : JSON.stringify(value, null, 2)), [value])
  // An offloaded part is a link, and so not part of the text.
  const isWhole = useMemo(
    () => text === null || !text.includes('"payload_ref"') || refsIn(value).length === 0,
    [text, value],
  )
  const characters = useCharacters(text === null ? value : undefined)
  if (text !== null && isWhole && (linkOf === undefined || typeof value !== 'object' || value === null))
    return <CodeBlock wrap label={label} text={text} className={className} />
  return (
    <div className="group relative w-0 min-w-full">
      <figure
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className={classNames('max-h-80 overflow-auto rounded-m bg-sunken', className)}
      >
        <JsonTree value={value} linkOf={linkOf} isOpen={text === null ? 'root' : 'all'} />
      </figure>
      <div className="absolute top-1 right-1 flex items-center bg-sunken">
        {characters !== null && <span className="px-1.5 text-small text-muted">{sizeWords(characters)}</span>}
        {text === null && (
          <IconButton
            label={uiTexts.download(label.toLowerCase())}
            size="small"
            onClick={() => downloadText(fileNameOf(label), JSON.stringify(value, null, 2), 'application/json')}
          >
            <Download />
          </IconButton>
        )}
        <CopyButton label={label} textOf={() => JSON.stringify(value, null, 2)} />
      </div>
    </div>
  )
}

/** The length of a value as JSON, counted after its frame is shown: for megabytes, counting takes a frame or two. */
function useCharacters(value: Json | undefined): number | null {
  const [counted, setCounted] = useState<{ readonly of: Json; readonly characters: number } | null>(null)
  useEffect(() => {
    if (value === undefined) return
    return afterFrame(() => setCounted({ of: value, characters: JSON.stringify(value).length }))
  }, [value])
  return counted !== null && counted.of === value ? counted.characters : null
}

const fileNameOf = (label: string) => `${label.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}.json`
