import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { HeddleClient } from '../../../sdk/client/index.ts'
import { useWorkflowRun } from '../../../sdk/client/react.ts'

/** A page of another program that uses the client, as `client.spec.ts` opens it. */
const client = new HeddleClient()
let renders = 0

function Run({ runId }: { readonly runId: string }) {
  renders += 1
  const { status, events, progress, outputs, isLive, error, signal } = useWorkflowRun(runId, { client })
  const [commits, setCommits] = useState(0)
  useEffect(() => {
    if (!isLive) setCommits(renders)
  }, [isLive])
  return (
    <main>
      <h1>{status}</h1>
      <p data-testid="events">{events.map(({ seq }) => seq).join(' ')}</p>
      <p data-testid="completed">{progress.completed}</p>
      <p data-testid="outputs">{JSON.stringify(outputs.map(({ output }) => output))}</p>
      <p data-testid="renders">{commits}</p>
      <p data-testid="error">{error?.message}</p>
      <button type="button" onClick={() => signal({ signal_name: 'go', payload: { n: 21 } })}>
        Signal
      </button>
    </main>
  )
}

const known = new URL(location.href).searchParams.get('run')
const runId = known ?? (await client.workflows.runs.submit('Waits', { input: { n: 1 } })).run_id
createRoot(document.body).render(
  <StrictMode>
    <Run runId={runId} />
  </StrictMode>,
)
