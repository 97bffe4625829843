'use client'

import { useQuery } from '@tanstack/react-query'
import { Blocks, RefreshCw, Trash2 } from 'lucide-react'
import type { ConnectorEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ListSection } from '../list-section.tsx'
import { RowActions, Rows } from '../rows.tsx'
import { ConnectorDialog, type ConnectorTask, RemoveConnectorDialog } from './connector-dialog.tsx'
import { connectorsTexts } from './texts/connectors.ts'

/** The connectors of the owner: the APIs whose operations the picker of steps offers. */
export function ConnectorsPage() {
  const connectors = useQuery(useApi().connectors.list.queryOptions())
  const mayChange = useMay('workflow.edit')
  return (
    <ListSection<ConnectorEntry, ConnectorTask>
      id="connectors"
      title={connectorsTexts.connectors}
      about={connectorsTexts.about}
      add={mayChange ? { label: connectorsTexts.add, task: { kind: 'add' } } : null}
      textsOf={({ name, title, server, operations }) => [
        name,
        title,
        server ?? '',
        ...operations.map((one) => one.title),
      ]}
      query={connectors}
      icon={<Blocks />}
      nothing={connectorsTexts.noneYet}
      nothingAbout={connectorsTexts.addFirst}
      dialog={(task, ask) =>
        task.kind === 'remove' ? (
          <RemoveConnectorDialog name={task.connector.name} onClose={() => ask(null)} />
        ) : (
          <ConnectorDialog task={task} onClose={() => ask(null)} />
        )
      }
    >
      {(items, ask) => (
        <Rows label={connectorsTexts.connectors}>
          {items.map((connector) => (
            <ConnectorRow key={connector.name} connector={connector} onAsk={mayChange ? ask : null} />
          ))}
        </Rows>
      )}
    </ListSection>
  )
}

interface ConnectorRowProps {
  readonly connector: ConnectorEntry
  /** Null where the caller may only look. */
  readonly onAsk: ((task: ConnectorTask) => void) | null
}

function ConnectorRow({ connector, onAsk }: ConnectorRowProps) {
  const { name, title, apiVersion, server, connection, operations, version, updatedAt } = connector
  return (
    <li className="flex min-h-10 flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2">
      <span className="w-44 truncate pt-0.5 font-mono text-code font-semibold" title={name}>
        {name}
      </span>
      <span className="grid min-w-48 flex-1 gap-1">
        <span className="wrap-anywhere">
          {isolateText(title)} {isolateText(apiVersion)}
          {server !== null && <span className="ml-2 font-mono text-code text-muted">{server}</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-small text-muted">
          <span>{connectorsTexts.operations(operations.length)}</span>
          {connection !== null && <span>{connectorsTexts.with(connection)}</span>}
          <span>
            {connectorsTexts.version(version)}, {connectorsTexts.changed} <Instant at={updatedAt} />
          </span>
        </span>
      </span>
      {onAsk !== null && (
        <RowActions
          actions={[
            {
              label: connectorsTexts.replace(name),
              icon: <RefreshCw />,
              perform: () => onAsk({ kind: 'replace', connector }),
            },
            {
              label: connectorsTexts.remove(name),
              icon: <Trash2 />,
              perform: () => onAsk({ kind: 'remove', connector }),
            },
          ]}
        />
      )}
    </li>
  )
}
