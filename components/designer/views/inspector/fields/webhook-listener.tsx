'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Ear } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { schemaOfSample } from '#core/definition/schema/schema-of-sample.ts'
import type { Json } from '#core/json.ts'
import { useDocument, useSession } from '../../../model/session-context.tsx'
import { type HeardCall, inputOfCall } from '../../../model/trial/input-of-call.ts'
import { triggerTexts } from '../../../texts/triggers.ts'

const POLL_MS = 1_000

/**
 * An address that waits for one call, for some minutes: what comes is shown, and can become the sample input and the input
 * schema. Nothing is started. `template`: the input of the trigger.
 */
export function WebhookListener({ template }: { template: Json | undefined }) {
  const { name: workflow } = useSession()
  const api = useApi()
  const mayEdit = useMay('workflow.edit')
  const listen = useMutation(api.triggers.listen.mutationOptions())
  const stop = useMutation(api.triggers.stopListening.mutationOptions())
  const { data: listening } = listen
  const heard = useQuery(
    api.triggers.heard.queryOptions(
      { id: listening?.id ?? '' },
      {
        enabled: listening !== undefined,
        gcTime: 0,
        staleTime: 0,
        refetchInterval: ({ state: { data, error } }) => (error || data?.call || data?.isOver ? false : POLL_MS),
      },
    ),
  )
  if (!mayEdit) return null
  const call = listening && heard.data?.call
  const isWaiting = listening !== undefined && !call && !heard.error && heard.data?.isOver !== true
  const error = listen.error ?? (listening && heard.error)
  return (
    <section aria-label={triggerTexts.testCall} className="grid min-w-0 gap-2">
      {isWaiting ? (
        <>
          <p role="status" className="text-small text-muted">
            {triggerTexts.waitingForCall}
          </p>
          <p className="flex min-w-0 items-center gap-1 text-small">
            <code className="font-mono text-code wrap-anywhere">POST {addressOf(listening.path)}</code>
            <CopyButton
              label={triggerTexts.testAddress}
              textOf={() => addressOf(listening.path)}
              className="opacity-100"
            />
          </p>
          <Button
            onClick={() => {
              stop.mutate({ id: listening.id })
              listen.reset()
            }}
          >
            {triggerTexts.stopListening}
          </Button>
        </>
      ) : (
        <Button icon={<Ear />} disabled={listen.isPending} onClick={() => listen.mutate({ workflow })}>
          {call ? triggerTexts.listenAgain : triggerTexts.listen}
        </Button>
      )}
      {error && <Callout tone="failed">{apiFailure(error).message}</Callout>}
      {!error && listening && !call && heard.data?.isOver && <Callout tone="human">{triggerTexts.noCallCame}</Callout>}
      {call && !call.ok && <Callout tone="failed">{triggerTexts.refusedCall(call.message)}</Callout>}
      {call?.ok && <HeardCallView call={call} template={template} />}
    </section>
  )
}

const addressOf = (path: string) => `${location.origin}${path}`

function HeardCallView({ call, template }: { call: HeardCall; template: Json | undefined }) {
  const session = useSession()
  const hasSchema = useDocument((document) => document.definition?.input_schema !== undefined)
  const api = useApi()
  const { data: variables = [] } = useQuery(api.variables.list.queryOptions())
  const made = inputOfCall(template, call, Object.fromEntries(variables.map(({ name, value }) => [name, value])))
  const keep = () => {
    if (!made.ok) return
    session.trial.keepSample(triggerTexts.testCall, made.input)
    showToast({ tone: 'done', title: triggerTexts.sampleKept })
  }
  const declare = () => {
    if (!made.ok) return
    const value = schemaOfSample(made.input) as Json
    const done = session.apply({ type: 'set_workflow_field', path: ['input_schema'], value })
    showToast(
      done.ok ? { tone: 'done', title: triggerTexts.schemaMade } : { tone: 'failed', title: String(done.message) },
    )
  }
  return (
    <>
      <p role="status" className="text-small text-muted">
        {triggerTexts.callCame}
      </p>
      <CodeBlock label={triggerTexts.body} text={JSON.stringify(call.body, null, 2)} />
      <details>
        <summary className="cursor-pointer text-small text-muted">{triggerTexts.headersAndQuery}</summary>
        <CodeBlock
          label={triggerTexts.headersAndQuery}
          text={JSON.stringify({ headers: call.headers, query: call.query }, null, 2)}
        />
      </details>
      {made.ok ? (
        <div className="flex flex-wrap gap-1.5">
          <Button onClick={keep}>{triggerTexts.useAsSample}</Button>
          {!hasSchema && <Button onClick={declare}>{triggerTexts.makeSchema}</Button>}
        </div>
      ) : (
        <Callout tone="human">{made.message ?? triggerTexts.noObject}</Callout>
      )}
    </>
  )
}
