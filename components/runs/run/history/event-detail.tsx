'use client'

import { Check, Link as LinkIcon, X } from 'lucide-react'
import { useState } from 'react'
import { eventPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { copyText } from '#components/ui/text/copy-text.ts'
import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { runTexts } from '../../texts/run.ts'

export interface EventDetailProps {
  runId: string
  event: RunEvent
  onClose(): void
}

/** One event as it is stored, and the link to it. */
export function EventDetail({ runId, event, onClose }: EventDetailProps) {
  const [copied, setCopied] = useState<number | null>(null)
  const isCopied = copied === event.seq
  async function copy() {
    if (await copyText(`${location.origin}${eventPath(runId, event.seq)}`)) setCopied(event.seq)
  }
  return (
    <section
      aria-label={runTexts.event(event.seq)}
      className="flex w-90 shrink-0 flex-col gap-2 overflow-auto border-l p-3 max-lg:w-72 max-md:min-h-0 max-md:w-full max-md:flex-1 max-md:border-l-0"
    >
      <header className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-mono text-code">
          {event.seq} {event.type.replace(/^workflow\./, '')}
        </h3>
        <Button look="ghost" size="small" icon={isCopied ? <Check /> : <LinkIcon />} onClick={copy}>
          {isCopied ? runTexts.copied : runTexts.copyLink}
        </Button>
        <IconButton label={runTexts.closeEvent} size="small" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <JsonView key={event.seq} label={runTexts.eventAsJSON} value={event as unknown as Json} />
    </section>
  )
}
