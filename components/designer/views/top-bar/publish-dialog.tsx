'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { WithCode } from '#components/ui/text/with-code.tsx'
import type { Problem } from '#core/definition/problem.ts'
import { limits } from '#core/limits.ts'
import { revealProblem } from '../../commands/reveal.ts'
import { sortProblems } from '../../model/problems/problem-store.ts'
import { useAutosave, useProblems, useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { type Staleness, usePublish } from './use-publish.ts'
import type { Published } from './use-published.ts'

/** Comparing comes with the dialog, not with the page. */
const PublishChanges = dynamic(() => import('./publish-changes.tsx'), { ssr: false })

export interface PublishDialogProps {
  readonly published: Published
  /** The action after publishing: none, or the run that waited for it. */
  readonly then: 'close' | 'run'
}

/** The dialog that publishes the draft as the next version; it refuses a draft with errors and lists them. */
export function PublishDialog({ published, then }: PublishDialogProps) {
  const session = useSession()
  const problems = useProblems((state) => state.all)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const { publish, busy, failure, stale, merge } = usePublish(setRefused, then)
  const known = problems.filter(({ severity }) => severity === 'error')
  const errors = known.length > 0 ? known : refused.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const next = published.latestVersion + 1
  const unchanged = published.latestVersion > 0 && !published.changed
  const close = session.view.closeDialog
  const send = async () => {
    if (await publish(message)) session.view.store.setState({ dialog: then === 'run' ? 'run' : null })
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={
        unchanged
          ? viewsTopBarTexts.nothingToPublish
          : then === 'run'
            ? viewsTopBarTexts.publishAndRun
            : viewsTopBarTexts.publishVersion(next)
      }
      description={
        unchanged
          ? viewsTopBarTexts.draftIsIdenticalToVersion(published.latestVersion)
          : viewsTopBarTexts.newRunsUseThisVersion
      }
      footer={
        <>
          <Button onClick={close}>{unchanged ? viewsTopBarTexts.close : viewsTopBarTexts.cancel}</Button>
          {!unchanged && (
            <Button look="primary" disabled={errors.length > 0 || busy || stale === 'found'} onClick={send}>
              {busy
                ? viewsTopBarTexts.publishing
                : then === 'run'
                  ? viewsTopBarTexts.publishVersionAndRun(next)
                  : viewsTopBarTexts.publishVersion(next)}
              <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3.5 pb-2">
        {failure && (
          <Callout tone="failed" alert>
            {failure}
          </Callout>
        )}
        {stale !== null && <Stale state={stale} onMerge={merge} />}
        {errors.length > 0 && (
          <Callout tone="failed" alert>
            <p className="font-semibold">
              {viewsTopBarTexts.toPublish(
                errors.length === 1 ? viewsTopBarTexts.fix1Problem : viewsTopBarTexts.fixProblems(errors.length),
              )}
            </p>
            <ProblemLinks problems={errors} onFollow={close} />
          </Callout>
        )}
        {warnings.length > 0 && errors.length === 0 && (
          <Callout tone="human" icon={<TriangleAlert />}>
            <p className="font-semibold">{viewsTopBarTexts.checkBeforePublishing}</p>
            <ProblemLinks problems={warnings} onFollow={close} />
          </Callout>
        )}
        {!unchanged && <BrokenParents name={session.name} />}
        {!unchanged && <PublishChanges latestVersion={published.latestVersion} />}
        {unchanged && message.trim() !== '' && (
          <Callout tone="human" icon={<TriangleAlert />} alert>
            <p>{viewsTopBarTexts.versionWithThisTextWas(published.latestVersion)}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
          </Callout>
        )}
        {!unchanged && (
          <Field label={viewsTopBarTexts.whatChanged} note="optional">
            {(control) => (
              <Textarea
                {...control}
                value={message}
                maxLength={limits.text.reason}
                placeholder={viewsTopBarTexts.shownInListOfVersions}
                onChange={(event) => setMessage(event.target.value)}
                onKeyDown={(event) => {
                  const ready = errors.length === 0 && !busy && stale !== 'found'
                  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && ready) send()
                }}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  )
}

/** The workflows whose runs would fail because the input of this one has changed. */
function BrokenParents({ name }: { name: string }) {
  const api = useApi()
  const revision = useAutosave((saving) => saving.revision)
  const { data: broken = [], refetch } = useQuery({
    ...api.workflows.brokenParents.queryOptions({ name }),
    staleTime: 0,
  })
  // The server reads the saved draft: the question may have come before the newest save.
  const asked = useRef(revision)
  useEffect(() => {
    if (asked.current !== revision) void refetch()
    asked.current = revision
  }, [revision, refetch])
  if (broken.length === 0) return null
  return (
    <Callout tone="human" icon={<TriangleAlert />}>
      <p className="font-semibold">{viewsTopBarTexts.breaksWorkflows(broken.length)}</p>
      <ul className="grid gap-0.5">
        {broken.slice(0, linksShown).map(({ workflow, step, message }) => (
          <li key={workflow}>
            <PageLink href={workflowPath(workflow)} className="underline underline-offset-2">
              {workflow}
            </PageLink>
            {viewsTopBarTexts.atStep(step)} <WithCode text={message} />
          </li>
        ))}
        {broken.length > linksShown && (
          <li className="text-muted">{viewsTopBarTexts.andMore(broken.length - linksShown)}</li>
        )}
      </ul>
    </Callout>
  )
}

function Stale({ state, onMerge }: { state: Staleness; onMerge(): void }) {
  return state === 'merged' ? (
    <Callout tone="active" alert>
      {viewsTopBarTexts.latestSavedChangesAreIn}
    </Callout>
  ) : (
    <Callout
      tone="human"
      alert
      actions={
        <Button size="small" onClick={onMerge}>
          {viewsTopBarTexts.merge}
        </Button>
      }
    >
      {viewsTopBarTexts.thisDraftWasSavedElsewhere}
    </Callout>
  )
}

const linksShown = 6

function ProblemLinks({ problems, onFollow }: { problems: readonly Problem[]; onFollow: () => void }) {
  const session = useSession()
  const sorted = sortProblems(problems)
  return (
    <ul className="grid gap-0.5">
      {sorted.slice(0, linksShown).map((problem) => (
        <li key={`${problem.code} ${problem.range.start} ${problem.message}`}>
          <button
            type="button"
            className="min-h-6 rounded-s text-left underline decoration-line-strong underline-offset-2 hover:decoration-current"
            onClick={() => {
              onFollow()
              revealProblem(session, problem)
            }}
          >
            <WithCode text={problem.message} />
          </button>
        </li>
      ))}
      {sorted.length > linksShown && (
        <li className="text-muted">{viewsTopBarTexts.andMore(sorted.length - linksShown)}</li>
      )}
    </ul>
  )
}
