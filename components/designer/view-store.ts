import { createStore } from 'zustand/vanilla'
import type { KeySpec } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import type { NewEdge } from '#core/graph/edit.ts'
import type { EdgeRef, Position } from '#core/graph/graph.ts'
import type { TextRange } from '#core/text-range.ts'

/** `fields` only where the window is too narrow for a column of fields. */
export type DockTab = 'yaml' | 'problems' | 'outline' | 'fields'
/** `try`: what the step gave, and running it. */
export type InspectorSection = KeySpec['section'] | 'try'

/** A step about to be added: where, and what it will be joined to. */
export interface Adding {
  /** Canvas position of its top left corner. */
  readonly position: Position
  /** Where the picker opens, in pixels of the window. */
  readonly at: { readonly left: number; readonly top: number }
  readonly connect?: Omit<NewEdge, 'to'>
  readonly onEdge?: EdgeRef
  /** The step that the new one takes all ways to. */
  readonly before?: string
  /** Nothing is added: this step becomes what is picked. */
  readonly retype?: string
}

export type DesignerDialog = 'publish' | 'run' | 'conflict' | 'versions' | 'connect' | 'connections' | 'extract'

/** Asks a part of the screen to show something once; `serial` tells one request from the next. */
interface Request {
  readonly serial: number
}

export interface ViewState {
  readonly dockTab: DockTab
  readonly dockOpen: boolean
  /** Somebody opened or closed it: then it stays so. */
  readonly dockAsked: boolean
  readonly inspectorSection: InspectorSection
  readonly adding: Adding | null
  readonly dialog: DesignerDialog | null
  /** Focus this field of the selected step (or of the workflow). */
  readonly fieldRequest: (Request & { readonly path: readonly (string | number)[] }) | null
  /** The field that somebody is in, by the path from its step or from the workflow, with dots. */
  readonly fieldInFocus: string | null
  /** The field of the selected step (or of the workflow) whose line the cursor of the text is in. */
  readonly fieldPointed: readonly (string | number)[] | null
  readonly textRequest: (Request & { readonly range: TextRange }) | null
  /** Bring this step into view. */
  readonly stepRequest: (Request & { readonly step: string; readonly focus: boolean }) | null
  readonly fitRequest: Request | null
  /** Put the focus into the panel that is open under the canvas. */
  readonly panelRequest: (Request & { readonly tab: DockTab }) | null
  /** Where the keyboard last was on a step: Escape in its fields leads back there. */
  readonly cameFrom: 'canvas' | 'outline'
  /** The step whose name is edited in the outline. */
  readonly renaming: string | null
  /** A tap on a row of the outline adds to the selection, or takes from it. */
  readonly selectsSeveral: boolean
  /** The kind of step that is being dragged from the palette. */
  readonly dragged: StepType | null
  /** The edge under what is being dragged: dropping inserts there. */
  readonly dropEdge: string | null
  /** Where it will stand if it is dropped now, in canvas pixels. */
  readonly dropPlace: Position | null
  /** The route whose condition is edited on the canvas. */
  readonly editingEdge: string | null
}

const asked = { dockOpen: true, dockAsked: true } as const

let serial = 0
const next = () => {
  serial += 1
  return serial
}

/** What the screen shows of the draft: open tabs, dialogs, and requests from one part to another. */
export function createViewStore() {
  const store = createStore<ViewState>(() => ({
    dockTab: 'yaml',
    dockOpen: true,
    dockAsked: false,
    inspectorSection: 'main',
    adding: null,
    dialog: null,
    fieldRequest: null,
    fieldInFocus: null,
    fieldPointed: null,
    textRequest: null,
    stepRequest: null,
    fitRequest: null,
    panelRequest: null,
    cameFrom: 'canvas',
    renaming: null,
    selectsSeveral: false,
    dragged: null,
    dropEdge: null,
    dropPlace: null,
    editingEdge: null,
  }))
  const set = store.setState
  return {
    store,
    openDock: (dockTab: DockTab) => set({ dockTab, ...asked }),
    /** The same, and the keyboard goes there. */
    goToPanel: (tab: DockTab) => set({ dockTab: tab, ...asked, panelRequest: { tab, serial: next() } }),
    comeFrom: (cameFrom: ViewState['cameFrom']) => set({ cameFrom }),
    rename: (renaming: string | null) => set({ renaming }),
    toggleSeveral: () => set((state) => ({ selectsSeveral: !state.selectsSeveral })),
    toggleDock: () => set((state) => ({ dockOpen: !state.dockOpen, dockAsked: true })),
    /** Whether the window is high enough for it and the canvas, as long as nobody decides otherwise. */
    roomForDock: (room: boolean) => set((state) => (state.dockAsked ? {} : { dockOpen: room })),
    showSection: (inspectorSection: InspectorSection) => set({ inspectorSection }),
    startAdding: (adding: Adding) => set({ adding }),
    stopAdding: () => set({ adding: null }),
    openDialog: (dialog: DesignerDialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    showField: (path: readonly (string | number)[], section?: InspectorSection) =>
      set({ fieldRequest: { path, serial: next() }, ...(section === undefined ? {} : { inspectorSection: section }) }),
    inField(fieldInFocus: string | null) {
      if (store.getState().fieldInFocus !== fieldInFocus) set({ fieldInFocus })
    },
    /** Its tab is opened, unless somebody tries the step. */
    pointAt(fieldPointed: readonly (string | number)[] | null, section?: InspectorSection) {
      const before = store.getState()
      if (before.fieldPointed?.join('.') === fieldPointed?.join('.')) return
      const opens = section !== undefined && before.inspectorSection !== 'try'
      set({ fieldPointed, ...(opens ? { inspectorSection: section } : {}) })
    },
    showText: (range: TextRange) => set({ textRequest: { range, serial: next() }, dockTab: 'yaml', ...asked }),
    showStep: (step: string, focus = false) => set({ stepRequest: { step, focus, serial: next() } }),
    /** The keyboard goes on at a step, where it last was on one. */
    returnTo: (step: string) =>
      set(({ cameFrom }) =>
        cameFrom === 'outline'
          ? { dockTab: 'outline', ...asked, panelRequest: { tab: 'outline', serial: next() } }
          : { stepRequest: { step, focus: true, serial: next() } },
      ),
    fit: () => set({ fitRequest: { serial: next() } }),
    /** A request was met: whoever appears later does not meet it again. */
    met: (request: 'fieldRequest' | 'textRequest' | 'panelRequest') => set({ [request]: null }),
    drag: (dragged: StepType | null) => set({ dragged, dropEdge: null, dropPlace: null }),
    dropOver(dropEdge: string | null, dropPlace: Position | null) {
      const before = store.getState()
      const stays = before.dropPlace?.x === dropPlace?.x && before.dropPlace?.y === dropPlace?.y
      if (before.dropEdge !== dropEdge || !stays) set({ dropEdge, dropPlace })
    },
    editEdge: (editingEdge: string | null) => set({ editingEdge }),
  }
}
export type ViewStore = ReturnType<typeof createViewStore>
