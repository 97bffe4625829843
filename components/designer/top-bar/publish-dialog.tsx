'use client'

import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { WithCode } from '#components/ui/with-code.tsx'
import type { Problem } from '#core/definition/problem.ts'
import { limits } from '#core/limits.ts'
import { sortProblems } from '../document/problem-store.ts'
import { revealProblem } from '../reveal.ts'
import { useProblems, useSession } from '../session-context.tsx'
import type { Published } from './use-published.ts'

/** Comparing comes with the dialog, not with the page. */
const PublishChanges = dynamic(() => import('./publish-changes.tsx'), { ssr: false })

export interface PublishDialogProps {
  readonly published: Published
  /** What happens once it is published: nothing, or the run that was waiting for it. */
  readonly then: 'close' | 'run'
}

/** Makes the draft the next version; with an error in it, says what and refuses. */
export function PublishDialog({ published, then }: PublishDialogProps) {
  const session = useSession()
  const problems = useProblems((state) => state.all)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const { publish, busy, failure } = usePublish(setRefused, then)
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
      title={unchanged ? 'Nothing to publish' : then === 'run' ? 'Publish and run' : `Publish version ${next}`}
      description={
        unchanged
          ? `The draft is the same as version ${published.latestVersion}.`
          : 'New runs use it. Runs that are under way keep their version.'
      }
      footer={
        <>
          <Button onClick={close}>{unchanged ? 'Close' : 'Cancel'}</Button>
          {!unchanged && (
            <Button look="primary" disabled={errors.length > 0 || busy} onClick={send}>
              {busy ? 'Publishing…' : then === 'run' ? `Publish version ${next} and run` : `Publish version ${next}`}
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
        {errors.length > 0 && (
          <Callout tone="failed" alert>
            <p className="font-semibold">
              {errors.length === 1 ? 'One problem stands' : `${errors.length} problems stand`} in the way
            </p>
            <ProblemLinks problems={errors} onFollow={close} />
          </Callout>
        )}
        {warnings.length > 0 && errors.length === 0 && (
          <Callout tone="human" icon={<TriangleAlert />}>
            <p className="font-semibold">Worth a look first</p>
            <ProblemLinks problems={warnings} onFollow={close} />
          </Callout>
        )}
        {!unchanged && <PublishChanges latestVersion={published.latestVersion} />}
        {!unchanged && (
          <Field label="What changed" note="optional">
            {(control) => (
              <Textarea
                {...control}
                value={message}
                maxLength={limits.text.reason}
                placeholder="For those who read the list of versions"
                onChange={(event) => setMessage(event.target.value)}
                onKeyDown={(event) => {
                  const ready = errors.length === 0 && !busy
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
            className="rounded-s text-left underline decoration-line-strong underline-offset-2 hover:decoration-current"
            onClick={() => {
              onFollow()
              revealProblem(session, problem)
            }}
          >
            <WithCode text={problem.message} />
          </button>
        </li>
      ))}
      {sorted.length > linksShown && <li className="text-muted">and {sorted.length - linksShown} more</li>}
    </ul>
  )
}

function usePublish(onRefused: (problems: readonly Problem[]) => void, then: PublishDialogProps['then']) {
  const session = useSession()
  const api = useApi()
  const client = useApiClient()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (message: string): Promise<boolean> => {
    if (!(await session.autosave.flush())) {
      setFailure('The draft is not saved yet. Wait until it is, then publish again.')
      return false
    }
    const { name } = session
    const baseRevision = session.autosave.store.getState().revision
    const answer = await client.workflows.publish.mutate({
      name,
      baseRevision,
      ...(message.trim() === '' ? {} : { message: message.trim() }),
    })
    if (answer.outcome === 'published') {
      showToast({
        tone: 'done',
        title: `Version ${answer.version} is published`,
        ...(then === 'close' && {
          action: { label: 'Start a run', perform: () => session.view.openDialog('run') },
        }),
      })
      await queries.invalidateQueries(api.workflows.pathFilter())
      return true
    }
    if (answer.outcome === 'refused') onRefused(answer.problems)
    else setFailure('Somebody else has changed the draft since. Edit or reload to see their text.')
    return false
  }
  return {
    busy,
    failure,
    async publish(message: string): Promise<boolean> {
      setBusy(true)
      setFailure(null)
      try {
        return await send(message)
      } catch (error) {
        setFailure(apiFailure(error).message)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
