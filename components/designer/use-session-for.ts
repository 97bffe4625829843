'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useChangesStore } from '#components/api/changes-store.ts'
import type { DraftDetail, SecretEntry } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { afterFrame } from '#components/ui/pacing/after-frame.ts'
import type { KnownSecret } from '#core/definition/check/check-known-names.ts'
import { startedWorkflows } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { workflowName } from '#core/definition/names.ts'
import { directionChoice, directionIn } from '../canvas/layout/direction-choice.ts'
import { requestEdgeRoutes, requestLayout } from '../canvas/layout/request-layout.ts'
import { canvasSize } from './model/drawing/canvas-size.ts'
import { keepPanels, keptPanels } from './model/panels.ts'
import { browserSlots } from './model/saving/browser-slots.ts'
import { unsavedElsewhere } from './model/saving/draft-slots.ts'
import { refusalOf } from './model/saving/refusal-of.ts'
import { reportMerged } from './model/saving/report-merged.tsx'
import { Session } from './model/session.ts'
import { designerTexts } from './texts/designer.ts'

/** The session of an open workflow: created once, told what exists, and stored when the page is left. */
export function useSessionFor(draft: DraftDetail & { readonly unsent?: boolean }): Session | null {
  const client = useApiClient()
  const [session, setSession] = useState<Session | null>(null)
  // The first draft opens the session; later server data does not start another session.
  const [first] = useState(draft)

  useEffect(() => {
    const created = new Session(first.name, first, {
      ...browserSlots(),
      dock: keptPanels(),
      newId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
      requestLayout,
      preferredDirection: (graph) => directionIn(graph, canvasSize(), directionChoice.getState().choice),
      requestEdgeRoutes: async (request) => {
        // Transferring the request takes some milliseconds too, so it waits for the frame.
        await new Promise<void>((resolve) => afterFrame(resolve))
        return requestEdgeRoutes(request)
      },
      afterFrame,
      merged: reportMerged,
      readPublished: (workflow) =>
        client.workflows.version.query({ name: workflow }).then(
          ({ text }) => text,
          (error) => {
            if (apiFailure(error).code === 'NOT_FOUND') return null
            throw error
          },
        ),
      save: (text, baseRevision) =>
        client.workflows.saveDraft.mutate({ name: first.name, text, baseRevision }).catch(refusalOf),
      schedule(perform, delayMs) {
        const timer = setTimeout(perform, delayMs)
        return () => clearTimeout(timer)
      },
    })
    setSession(created)
    const stopKeeping = keepDock(created)
    offerUnsaved(created)
    // Leaving the page sends unsaved text at once, and stores it here in case the request does not arrive.
    const leave = (event: Event) => {
      created.storeCopy(event.type === 'pagehide')
      if (document.visibilityState === 'hidden') created.autosave.flush()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    const stopResuming = saveWhenBack(created)
    return () => {
      stopResuming()
      stopKeeping()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      created.storeCopy(true)
      created.autosave.flush()
      created.stop()
    }
  }, [client, first])

  useKnownNames(session)
  return session
}

/** Keeps what of the dock the user opens. The fields are a tab of the dock in narrow windows alone. */
function keepDock({ view }: Session): () => void {
  return view.store.subscribe(({ dockOpen, dockTab, dockSetByUser }, before) => {
    if (!dockSetByUser || dockTab === 'fields') return
    if (dockOpen !== before.dockOpen || dockTab !== before.dockTab) keepPanels({ dockOpen, dockTab })
  })
}

/** Offers unsaved text of another closed tab of this browser; the text is never taken without a click. */
function offerUnsaved(session: Session): void {
  const { text } = session.document.store.getState()
  const left = unsavedElsewhere(browserSlots(), session.name, text).filter(({ left: gone }) => gone)
  if (left.length === 0) return
  showToast({
    tone: 'human',
    title: designerTexts.anotherTabLeftUnsavedText,
    detail: designerTexts.itIsSavedInThis,
    action: { label: designerTexts.show, perform: () => session.view.openDialog('versions') },
  })
}

/** Saves as soon as a lost connection is back, without waiting for the back-off. */
function saveWhenBack(session: Session): () => void {
  const save = () => {
    if (session.autosave.store.getState().state.kind === 'retrying') void session.autosave.flush()
  }
  window.addEventListener('online', save)
  const stop = useChangesStore.subscribe(({ liveness }, before) => {
    if (liveness === 'live' && before.liveness !== 'live') save()
  })
  return () => {
    window.removeEventListener('online', save)
    stop()
  }
}

/** Tells the session the existing functions and workflows, for warnings about unknown names. */
function useKnownNames(session: Session | null): void {
  const api = useApi()
  const functions = useQuery(api.workflows.functions.queryOptions()).data
  const workflows = useQuery(api.workflows.names.queryOptions()).data
  const mayUse = useMay('secret.use')
  const secrets = useQuery({ ...api.secrets.list.queryOptions(), enabled: mayUse }).data
  const connections = useQuery({ ...api.connections.list.queryOptions(), enabled: mayUse }).data
  const variables = useQuery(api.variables.list.queryOptions()).data
  const started = useStartedWorkflows(session)
  const contracts = useQuery({
    ...api.workflows.contracts.queryOptions({ workflows: started }),
    placeholderData: (before) => before,
  }).data
  useEffect(() => {
    if (session === null || functions === undefined || workflows === undefined) return
    session.know({
      functions: new Set(functions.map((entry) => functionKey(entry.name))),
      workflows: new Set(workflows),
      ...(secrets !== undefined && { secrets: new Map(secrets.map((entry) => [entry.name, knownSecret(entry)])) }),
      ...(connections !== undefined && {
        connections: new Map(connections.map(({ name, kind, workflows: of }) => [name, { kind, workflows: of }])),
      }),
      ...(variables !== undefined && { variables: new Set(variables.map(({ name }) => name)) }),
      ...(contracts !== undefined && {
        inputs: new Map(contracts.inputs.map(({ name, schema }) => [name, schema])),
        locking: new Set(contracts.locking),
        allowedHosts: new Set(contracts.allowedHosts.map((host) => host.toLowerCase())),
      }),
    })
  }, [session, functions, workflows, contracts, secrets, connections, variables])
}

/** A secret that functions alone may read is sent by no request. */
const knownSecret = ({ origins, workflows }: SecretEntry): KnownSecret => ({
  isSendable: origins.some((origin) => origin !== 'functions'),
  workflows,
})

const noWorkflows: readonly string[] = []

/** The workflows that the draft starts; the same list until another one is among them. */
function useStartedWorkflows(session: Session | null): string[] {
  const [names, setNames] = useState(noWorkflows)
  useEffect(() => {
    if (session === null) return
    const read = () => {
      const { definition } = session.document.store.getState()
      const started = definition === null ? noWorkflows : startedWorkflows(definition.steps)
      const valid = started.filter((name) => workflowName.test(name)).toSorted()
      setNames((before) => (before.join('\n') === valid.join('\n') ? before : valid))
    }
    read()
    return session.document.store.subscribe((state, before) => {
      if (state.definition !== before.definition) read()
    })
  }, [session])
  return [...names]
}
