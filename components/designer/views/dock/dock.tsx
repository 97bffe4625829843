'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { problemTones } from '#components/canvas/node-card.tsx'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { useNarrow } from '#components/ui/layout/use-narrow.ts'
import { whenIdle } from '#components/ui/pacing/when-idle.ts'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { closedDockHeight, dockHeightBounds, keepPanels, usePanels, usualPanels } from '../../model/panels.ts'
import { countShown, worstSeverity } from '../../model/problems/problem-store.ts'
import { useProblems, useSession, useView } from '../../model/session-context.tsx'
import type { DockTab } from '../../model/view-store.ts'
import { designerTexts } from '../../texts/designer.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { Outline } from '../outline/outline.tsx'
import { Resizer } from '../panels/resizer.tsx'
import { ValuesPanel } from '../values/values-panel.tsx'
import { ProblemList } from './problem-list.tsx'

/** CodeMirror is a third of the page's code: it comes when the page already stands. */
const YamlEditor = dynamic(() => whenIdle().then(() => import('../text/yaml-editor.tsx')), {
  ssr: false,
  loading: () => <TextSpace />,
})

/** The lines of the text while its editor is on its way. */
function TextSpace() {
  return (
    <div role="status" className="grid gap-2.5 px-4 py-3">
      <span className="sr-only">{designerTexts.loadingEditor}</span>
      {['w-40', 'w-64', 'w-20', 'w-52', 'w-44', 'w-60'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  )
}

/** Under the canvas: the text, the problems and the outline. */
export function Dock() {
  const session = useSession()
  const panel = useDesignerAction('designer.panel')
  const chosen = useView((view) => view.dockTab)
  const narrow = useNarrow()
  const tab = chosen === 'fields' && !narrow ? 'yaml' : chosen
  const open = useView((view) => view.dockOpen)
  const problems = useProblems((state) => state.all)
  const wanted = useView((view) => view.fieldRequest !== null)
  const { dockHeight: height } = usePanels()
  useEffect(() => {
    if (narrow && wanted) session.view.openDock('fields')
  }, [narrow, wanted, session])
  const shown = countShown(problems)
  const count = shown > 0 && (
    <Chip tone={problemTones[worstSeverity(problems)]} className="h-4 px-1.25 text-small">
      {shown}
    </Chip>
  )
  return (
    <section
      aria-label={designerTexts.yamlProblemsAndOutline}
      className="relative flex min-h-9 flex-col border-t bg-surface"
    >
      {open && (
        <Resizer
          label={designerTexts.heightOfLowerPanel}
          edge="top"
          size={height}
          usual={usualPanels.dockHeight}
          bounds={dockHeightBounds}
          onResize={(dockHeight) => keepPanels({ dockHeight })}
        />
      )}
      {/* It gives way where the window has no room for it and for something of the canvas. */}
      <div style={{ height: open ? height : closedDockHeight }} className="min-h-0 overflow-hidden">
        <Tabs
          label={designerTexts.yamlProblemsAndOutline}
          className="h-full"
          contentClassName="relative"
          value={open ? tab : ''}
          onValueChange={(next) => session.view.openDock(next as DockTab)}
          tabs={[
            { value: 'yaml', label: 'YAML', content: <YamlEditor /> },
            {
              value: 'problems',
              label: (
                <>
                  {designerTexts.problems} {count}
                </>
              ),
              content: <ProblemList />,
            },
            { value: 'outline', label: designerTexts.outline, content: <Outline /> },
            { value: 'values', label: designerTexts.values, content: <ValuesPanel /> },
            ...(narrow ? [{ value: 'fields', label: designerTexts.fields, content: <Inspector /> }] : []),
          ]}
          aside={
            <IconButton
              size="small"
              label={open ? designerTexts.hideLowerPanel : designerTexts.showLowerPanel}
              aria-expanded={open}
              onClick={panel.perform}
            >
              {open ? <ChevronDown /> : <ChevronUp />}
            </IconButton>
          }
        />
      </div>
    </section>
  )
}
