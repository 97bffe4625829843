'use client'

import { classNames } from '#components/ui/class-names.ts'
import { useView } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

/**
 * The help of the field that has the focus. Its place is kept without one: fields that moved while the focus goes from
 * one to another would lose the press that moves it.
 */
export function HelpLine() {
  const help = useView((view) => view.help)
  return (
    <p
      aria-hidden="true"
      title={help === null ? undefined : viewsInspectorTexts.aboutField}
      className={classNames(
        'h-12 shrink-0 border-t px-3.5 py-2 text-small text-muted',
        help === null ? 'border-transparent' : 'bg-sunken',
      )}
    >
      <span className="line-clamp-2">{help}</span>
    </p>
  )
}
