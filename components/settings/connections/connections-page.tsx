'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plug, PlugZap, Trash2 } from 'lucide-react'
import type { ConnectionEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { connectionCatalogue } from '#core/definition/connections/kinds.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ListSection } from '../list-section.tsx'
import { RowActions, Rows } from '../rows.tsx'
import { ConnectionDialog, type ConnectionTask, RemoveConnectionDialog } from './connection-dialog.tsx'
import { ExampleMails } from './example-mails.tsx'
import { connectionsTexts } from './texts/connections.ts'

/** While a test is under way. */
const lookEveryMs = 700

/** The connections of the owner: what they lead to, who uses them, and whether they work. */
export function ConnectionsPage() {
  const api = useApi()
  const connections = useQuery(
    api.connections.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(({ test }) => test.state === 'asked') ? lookEveryMs : false),
    }),
  )
  const mayChange = useMay('secret.admin')
  return (
    <ListSection<ConnectionEntry, ConnectionTask>
      id="connections"
      title={connectionsTexts.connections}
      about={connectionsTexts.about}
      add={mayChange ? { label: connectionsTexts.add, task: { kind: 'add' } } : null}
      textsOf={({ name, kind, settings, usedBy }) => [
        name,
        connectionCatalogue[kind].label,
        ...Object.values(settings),
        ...usedBy,
      ]}
      query={{ ...connections, data: connections.data?.filter(isShown) }}
      below={connections.data?.some(receivesMails) && <ExampleMails />}
      icon={<Plug />}
      nothing={connectionsTexts.noneYet}
      nothingAbout={connectionsTexts.addFirst}
      dialog={(task, ask) =>
        task.kind === 'remove' ? (
          <RemoveConnectionDialog connection={task.connection} onClose={() => ask(null)} />
        ) : (
          <ConnectionDialog task={task} onClose={() => ask(null)} />
        )
      }
    >
      {(items, ask) => (
        <Rows label={connectionsTexts.connections}>
          {items.map((connection) => (
            <ConnectionRow key={connection.name} connection={connection} mayChange={mayChange} onAsk={ask} />
          ))}
        </Rows>
      )}
    </ListSection>
  )
}

/** An example server that no workflow uses is offered in steps, and not listed here. */
const isShown = ({ source, usedBy }: ConnectionEntry) => source !== 'example' || usedBy.length > 0
const receivesMails = (entry: ConnectionEntry) => entry.kind === 'smtp' && entry.source === 'example' && isShown(entry)

interface ConnectionRowProps {
  connection: ConnectionEntry
  mayChange: boolean
  onAsk(task: ConnectionTask): void
}

function ConnectionRow({ connection, mayChange, onAsk }: ConnectionRowProps) {
  const { name, kind, source, settings, test } = connection
  const api = useApi()
  const queryClient = useQueryClient()
  const ask = useMutation(
    api.connections.test.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(api.connections.pathFilter()),
    }),
  )
  const receiver = settings.origin ?? settings.base_url ?? settings.host
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,11rem)_1fr_auto] items-start gap-x-3 gap-y-1 px-3.5 py-2 max-sm:grid-cols-[1fr_auto]">
      <span className="truncate pt-0.5 font-mono text-code font-semibold" title={name}>
        {name}
      </span>
      <span className="grid min-w-0 gap-1 max-sm:order-3 max-sm:col-span-2">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <Chip>{connectionCatalogue[kind].label}</Chip>
          {receiver !== undefined && (
            <span className="min-w-0 font-mono text-code text-muted wrap-anywhere">{receiver}</span>
          )}
        </span>
        <Facts connection={connection} />
        {source === 'stored' && test.state !== 'never' && <TestLine test={test} />}
      </span>
      <span className="flex items-center gap-1 max-sm:order-2">
        {source === 'stored' && (
          <RowActions
            actions={[
              {
                label: connectionsTexts.test(name),
                icon: <PlugZap />,
                isOff: ask.isPending || test.state === 'asked',
                perform: () => ask.mutate({ name }),
              },
              ...(mayChange
                ? [
                    {
                      label: connectionsTexts.change(name),
                      icon: <Pencil />,
                      perform: () => onAsk({ kind: 'change', connection }),
                    },
                    {
                      label: connectionsTexts.remove(name),
                      icon: <Trash2 />,
                      perform: () => onAsk({ kind: 'remove', connection }),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </span>
    </li>
  )
}

function Facts({ connection: { source, workflows, usedBy, lastUsedAt } }: { connection: ConnectionEntry }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 text-small text-muted">
      <span className="wrap-anywhere">
        {usedBy.length === 0 ? connectionsTexts.unused : connectionsTexts.usedBy(usedBy.map(isolateText).join(', '))}
      </span>
      <span className="wrap-anywhere">
        {workflows.length === 0
          ? connectionsTexts.allWorkflows
          : connectionsTexts.onlyFor(workflows.map(isolateText).join(', '))}
      </span>
      {source === 'environment' ? (
        <span title={connectionsTexts.fromTheEnvironmentHint}>{connectionsTexts.fromTheEnvironment}</span>
      ) : source === 'example' ? (
        <span title={connectionsTexts.exampleHint}>{connectionsTexts.example}</span>
      ) : (
        <span>
          {lastUsedAt ? (
            <>
              {connectionsTexts.lastUsed} <Instant at={lastUsedAt} />
            </>
          ) : (
            connectionsTexts.neverUsed
          )}
        </span>
      )}
    </span>
  )
}

function TestLine({ test: { state, at, message } }: { test: ConnectionEntry['test'] }) {
  if (state === 'asked') {
    return (
      <span role="status" className="text-small text-muted">
        {connectionsTexts.testing}
      </span>
    )
  }
  const passed = state === 'passed'
  return (
    <span role="status" className="flex min-w-0 flex-wrap items-center gap-1.5 text-small">
      <Chip tone={passed ? 'done' : 'failed'}>{passed ? connectionsTexts.passed : connectionsTexts.failed}</Chip>
      <span className="min-w-0 wrap-anywhere">{message}</span>
      {at && (
        <span className="text-muted">
          <Instant at={at} />
        </span>
      )}
    </span>
  )
}
