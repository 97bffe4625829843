'use client'

import { useView } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

/** What the field with the focus is for, at one place: no field moves while another gets the focus. */
export function HelpLine() {
  const help = useView((view) => view.help)
  if (help === null) return null
  return (
    <p
      aria-hidden="true"
      title={viewsInspectorTexts.aboutField}
      className="shrink-0 border-t bg-sunken px-3.5 py-2 text-small text-muted"
    >
      {help}
    </p>
  )
}
