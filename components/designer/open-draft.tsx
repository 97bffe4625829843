'use client'

import dynamic from 'next/dynamic'
import { memo, useEffect } from 'react'
import type { DraftDetail } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { movesOnlyTheView } from '#components/shell/actions/match-press.ts'
import { stepOfHash } from '#components/shell/paths.ts'
import { useNarrow, useShort, useTight } from '#components/ui/layout/use-narrow.ts'
import { useStagedRender } from '#components/ui/pacing/use-staged-render.ts'
import { whenIdle } from '#components/ui/pacing/when-idle.ts'
import { findStep } from './algorithms/steps/find-step.ts'
import { ActionsProvider, useDesignerActions } from './commands/actions/use-designer-actions.ts'
import { BarSpace, DesignerSkeleton, DockSpace, FieldsSpace } from './designer-skeleton.tsx'
import { useCatchUp } from './model/pacing/use-catch-up.ts'
import type { Session } from './model/session.ts'
import { SessionProvider, useView } from './model/session-context.tsx'
import { StepEntries } from './step-entries.tsx'
import { useAnnouncements } from './use-announcements.ts'
import { useSessionFor } from './use-session-for.ts'
import { DesignerCanvas } from './views/canvas/designer-canvas.tsx'
import { useClipboard } from './views/canvas/use-clipboard.ts'
import { Dock } from './views/dock/dock.tsx'
import { FieldsPanel } from './views/panels/fields-panel.tsx'
import { DesignerBar } from './views/top-bar/designer-bar.tsx'
import { PresenceProvider, usePresence } from './views/top-bar/use-presence.ts'
import { type Published, usePublished } from './views/top-bar/use-published.ts'
import { TrialBar } from './views/trial/trial-bar.tsx'

/** The conflict dialog loads on first use: most drafts have one author. */
const ConflictDialog = dynamic(() => import('./views/merge/conflict-dialog.tsx'), { ssr: false })
/** Code that reads runs is large, so it loads when the page is idle and the canvas does not wait for it. */
const TrialRuns = dynamic(
  () =>
    whenIdle()
      .then(() => import('./views/trial/trial-runs.tsx'))
      .then((module) => module.TrialRuns),
  { ssr: false },
)
const TrialDialogs = dynamic(
  () =>
    whenIdle()
      .then(() => import('./views/trial/trial-dialogs.tsx'))
      .then((module) => module.TrialDialogs),
  { ssr: false },
)
const PublishDialog = dynamic(
  () => import('./views/top-bar/publish-dialog.tsx').then((module) => module.PublishDialog),
  {
    ssr: false,
  },
)
const RunFlow = dynamic(() => import('./views/top-bar/run-flow.tsx').then((module) => module.RunFlow), { ssr: false })

type OpenedDraft = DraftDetail & { readonly unsent?: boolean }

/** The part of the designer that needs the draft's text; a skeleton until the text is loaded. */
export function OpenDraft({ name, draft }: { name: string; draft: OpenedDraft | undefined }) {
  return draft === undefined ? <DesignerSkeleton name={name} /> : <Opened draft={draft} />
}

function Opened({ draft }: { draft: OpenedDraft }) {
  const session = useSessionFor(draft)
  if (session === null) return <DesignerSkeleton name={draft.name} />
  return (
    <SessionProvider value={session}>
      <Workbench draft={draft} session={session} />
    </SessionProvider>
  )
}

/**
 * The frames in which the parts render: the canvas first, then one part per frame, so that the workflow is visible
 * early.
 */
const turns = { canvas: 0, bar: 1, fields: 2, dock: 3 } as const

/**
 * Memoized parts read from stores: a part does not render again because another part mounts or an action becomes
 * available.
 */
const parts = {
  Canvas: memo(DesignerCanvas),
  Fields: memo(FieldsPanel),
  Dock: memo(Dock),
  Trial: memo(TrialBar),
} as const

function Workbench({ draft, session }: { draft: DraftDetail; session: Session }) {
  const turn = useStagedRender(turns.dock, movesOnlyTheView)
  const published = usePublished(draft)
  const actions = useDesignerActions(published.latestVersion > 0)
  const narrow = useNarrow()
  const short = useShort()
  const tight = useTight()
  const fields = narrow || turn < turns.fields ? null : <parts.Fields />
  const presence = usePresence(session)
  useOfferActions(actions)
  useClipboard(session)
  useAnnouncements(session)
  useCatchUp(session)
  useLinkedStep(session)
  useEffect(() => session.view.roomForDock(!short), [session, short])
  useEffect(() => () => session.view.closeDialog(), [session])
  return (
    <ActionsProvider value={actions}>
      <PresenceProvider value={presence}>
        {turn < turns.bar ? <BarSpace name={draft.name} /> : <DesignerBar published={published} />}
        <div className="flex min-h-0 min-w-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col">
            <parts.Trial />
            <div className="relative flex min-h-24 min-w-0 flex-1">
              <parts.Canvas />
              {tight && fields}
            </div>
            {turn < turns.dock ? <DockSpace /> : <parts.Dock />}
          </div>
          {!tight && (fields ?? <FieldsSpace />)}
        </div>
        <StepEntries session={session} />
        <Dialogs published={published} />
        {turn === turns.dock && <TrialDialogs />}
        {turn === turns.dock && <TrialRuns />}
      </PresenceProvider>
    </ActionsProvider>
  )
}

function Dialogs({ published }: { published: Published }) {
  const dialog = useView((view) => view.dialog)
  if (dialog === 'publish') return <PublishDialog published={published} then="close" />
  if (dialog === 'run') return <RunFlow published={published} />
  return dialog === 'conflict' ? <ConflictDialog /> : null
}

/** Selects and shows the step that the address names, when the page opens and when a link to a step is followed. */
function useLinkedStep(session: Session): void {
  useEffect(() => {
    const show = () => {
      const step = stepOfHash(window.location.hash)
      const found = step === null ? null : findStep(session.document.store.getState().definition, step)
      if (found === null) return
      session.selection.selectStep(found.step.name)
      session.view.showStep(found.step.name)
    }
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [session])
}
