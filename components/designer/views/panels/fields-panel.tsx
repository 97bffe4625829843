'use client'

import { X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { useTight } from '#components/ui/layout/use-narrow.ts'
import { fieldsWidthBounds, keepPanels, usePanels, usualPanels } from '../../model/panels.ts'
import { useSelection, useSession, useView } from '../../model/session-context.tsx'
import { viewsPanelsTexts } from '../../texts/views-panels.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { Resizer } from './resizer.tsx'

/** The fields beside the canvas; in a window without room for a column, over the canvas. */
export function FieldsPanel() {
  return useTight() ? <FieldsOverCanvas /> : <Sized className="relative flex shrink-0" />
}

function Sized({ className, children }: { className: string; children?: React.ReactNode }) {
  const { fieldsWidth } = usePanels()
  return (
    <div className={className} style={{ width: fieldsWidth }}>
      <Resizer
        label={viewsPanelsTexts.widthOfFields}
        edge="left"
        size={fieldsWidth}
        usual={usualPanels.fieldsWidth}
        bounds={fieldsWidthBounds}
        onResize={(width) => keepPanels({ fieldsWidth: width })}
      />
      <Inspector />
      {children}
    </div>
  )
}

/** Fields over the canvas open with a selection or a request for a field, and close with the selection. */
function FieldsOverCanvas() {
  const session = useSession()
  const { fieldsWidth } = usePanels()
  const open = useView((view) => view.fieldsOpen)
  const wanted = useView((view) => view.fieldRequest !== null)
  const selected = useSelection(({ steps, edges, notes }) => [...steps, ...edges, ...notes].join('\n'))
  useEffect(() => session.view.showFields(selected !== ''), [session, selected])
  useEffect(() => {
    if (wanted) session.view.showFields(true)
  }, [session, wanted])
  useEffect(() => {
    session.view.coverCanvas(open ? fieldsWidth : 0)
    return () => session.view.coverCanvas(0)
  }, [session, open, fieldsWidth])
  if (!open) return null
  return (
    <Sized className="absolute inset-y-0 right-0 z-20 flex max-w-[calc(100%-3rem)] shadow-high">
      <IconButton
        size="small"
        label={viewsPanelsTexts.hideFields}
        className="absolute top-2 right-2"
        onClick={() => session.view.showFields(false)}
      >
        <X />
      </IconButton>
    </Sized>
  )
}
