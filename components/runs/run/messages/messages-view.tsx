'use client'

import { useMemo } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { HeadCell } from '#components/ui/layout/table-parts.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { formatClock, formatFull } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { runCodeTexts } from '../../texts/run-code.ts'
import type { Permissions } from '../acting/use-permissions.ts'
import { useRunCode } from '../code/use-run-code.ts'
import type { Moment } from '../instant/moment.ts'
import { type Message, messagesOf } from './messages-of.ts'
import { QueryList } from './query-list.tsx'

export interface MessagesViewProps {
  readonly moment: Moment
  readonly permissions: Permissions
  onMessage(kind: 'signal' | 'update'): void
}

const none: readonly string[] = []
/** The history has all of them. */
const mostShown = 500

/** What the code of a run is asked and told: its queries, and the signals and updates that it got. */
export function MessagesView({ moment: { state, events }, permissions, onMessage }: MessagesViewProps) {
  const { data: code } = useRunCode(state)
  const messages = useMemo(() => messagesOf(events), [events])
  const unread = state.code?.unread ?? 0
  const mayAct = permissions.may('signal')
  return (
    <div className="@container h-full min-h-0">
      <div className="flex h-full min-h-0 @max-3xl:flex-col @max-3xl:overflow-y-auto">
        <section className="w-90 shrink-0 overflow-y-auto border-r p-3.5 @max-3xl:w-full @max-3xl:overflow-visible @max-3xl:border-r-0 @max-3xl:border-b">
          <h2 className="pb-2 text-label text-muted">{runCodeTexts.queries}</h2>
          <QueryList runId={state.header.run_id} queries={code?.queries ?? none} />
        </section>
        <section
          aria-label={runCodeTexts.messages}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto p-3.5 @max-3xl:flex-none @max-3xl:overflow-visible"
        >
          <div className="flex flex-wrap items-center gap-2 pb-2">
            <h2 className="flex-1 text-label text-muted">{runCodeTexts.messages}</h2>
            {mayAct && (
              <>
                <Button size="small" onClick={() => onMessage('signal')}>
                  {runCodeTexts.sendSignal}
                </Button>
                {(code?.updates.length ?? 0) > 0 && (
                  <Button size="small" onClick={() => onMessage('update')}>
                    {runCodeTexts.sendUpdate}
                  </Button>
                )}
              </>
            )}
          </div>
          {messages.length > mostShown && (
            <p className="pb-2 text-small text-muted">{runCodeTexts.latestMessages(mostShown, messages.length)}</p>
          )}
          {unread > 0 && <p className="pb-2 text-small text-muted">{runCodeTexts.unread(unread)}</p>}
          {messages.length === 0 ? (
            <p className="text-muted">{runCodeTexts.noMessages}</p>
          ) : (
            <MessageTable messages={messages} />
          )}
        </section>
      </div>
    </div>
  )
}

function MessageTable({ messages }: { messages: readonly Message[] }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left">
      <caption className="sr-only">{runCodeTexts.messages}</caption>
      <thead>
        <tr>
          <HeadCell className="w-20 px-0">{runCodeTexts.kind}</HeadCell>
          <HeadCell className="px-2">{runCodeTexts.name}</HeadCell>
          <HeadCell className="px-2">{runCodeTexts.data}</HeadCell>
          <HeadCell className="px-2">{runCodeTexts.outcome}</HeadCell>
          <HeadCell className="w-24 px-0 text-right max-md:hidden">{runCodeTexts.at}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {messages.slice(-mostShown).map((message) => (
          <Row key={message.seq} message={message} />
        ))}
      </tbody>
    </table>
  )
}

const tones: Readonly<Record<Message['outcome'], Tone>> = {
  received: 'idle',
  requested: 'async',
  accepted: 'active',
  completed: 'done',
  rejected: 'failed',
}

const cell = 'border-b py-1.5 align-top'

function Row({ message: { kind, name, data, from, at, outcome, result, error } }: { message: Message }) {
  const said = error?.message ?? (result === undefined ? undefined : JSON.stringify(result))
  return (
    <tr>
      <td className={cell}>{kind === 'signal' ? runCodeTexts.signal : runCodeTexts.update}</td>
      <td className={`${cell} truncate px-2 font-mono text-code`} title={isolateText(name)}>
        {isolateText(name)}
      </td>
      <td className={`${cell} truncate px-2 font-mono text-code text-muted`} title={JSON.stringify(data)}>
        {JSON.stringify(data)}
      </td>
      <td className={`${cell} px-2`}>
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <Chip tone={tones[outcome]}>{runCodeTexts[outcome]}</Chip>
          <span
            className="min-w-0 truncate text-small text-muted"
            title={said === undefined ? undefined : isolateText(said)}
          >
            {said !== undefined ? isolateText(said) : from !== undefined && isolateText(from)}
          </span>
        </span>
      </td>
      <td className={`${cell} text-right text-small text-faint max-md:hidden`} title={formatFull(at)}>
        {formatClock(at)}
      </td>
    </tr>
  )
}
