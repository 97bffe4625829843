import { createStore } from 'zustand/vanilla'
import type { KeySpec } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import type { NewEdge, NewStep } from '#core/graph/edit.ts'
import type { EdgeRef, Position } from '#core/graph/graph.ts'
import type { TextRange } from '#core/text-range.ts'

/** `fields` exists only where the window is too narrow for a column of fields. */
export type DockTab = 'yaml' | 'problems' | 'outline' | 'values' | 'fields'
/** `try`: the output of the step, and running the step. */
export type InspectorSection = KeySpec['section'] | 'try'

/** A step about to be added: its position, and its connections. */
export interface Adding {
  /** Canvas position of its top left corner; without it, the step goes below the selected step, and is connected to it. */
  readonly position?: Position
  /** The position of the picker, in pixels of the window. */
  readonly at: { readonly left: number; readonly top: number }
  readonly connect?: Omit<NewEdge, 'to'>
  readonly onEdge?: EdgeRef
  /** The step whose incoming edges the new step takes over. */
  readonly before?: string
  /** The step that becomes the picked type; no step is added. */
  readonly retype?: string
  /** The LOOP whose body the step joins. */
  readonly within?: string
  /** The types that fit here; without it, all. */
  readonly types?: readonly StepType[]
  /** Adds the step where no edge and no canvas is: to a list of a field. */
  add?(step: NewStep): void
}

/** A function about to be created: the wished name, and what uses the function once it exists. */
export interface NewFunction {
  readonly wish: string
  created(name: string): void
}

export type DesignerDialog = 'publish' | 'run' | 'conflict' | 'versions' | 'connect' | 'connections' | 'extract'

/** Asks a part of the screen to show something once; `serial` tells one request from the next. */
interface Request {
  readonly serial: number
}

export interface ViewState {
  readonly dockTab: DockTab
  readonly dockOpen: boolean
  /** Whether the user opened or closed the dock: then the dock stays so. */
  readonly dockSetByUser: boolean
  /** Whether the fields lie open over the canvas, in a window without room for a column. */
  readonly fieldsOpen: boolean
  /** The pixels at the right of the canvas that lie below the fields. */
  readonly covered: number
  readonly inspectorSection: InspectorSection
  readonly adding: Adding | null
  readonly dialog: DesignerDialog | null
  /** The function about to be created. */
  readonly newFunction: NewFunction | null
  /** Focuses this field of the selected step (or of the workflow). */
  readonly fieldRequest: (Request & { readonly path: readonly (string | number)[] }) | null
  /** What the field with the focus is for. */
  readonly help: string | null
  /** The focused field: its path from the step or the workflow, joined by dots. */
  readonly fieldInFocus: string | null
  /** The field of the selected step (or of the workflow) whose line contains the text cursor. */
  readonly fieldPointed: readonly (string | number)[] | null
  readonly textRequest: (Request & { readonly range: TextRange }) | null
  /** Brings this step into view. */
  readonly stepRequest: (Request & { readonly step: string; readonly focus: boolean }) | null
  /** `toggles`: where the fit is shown already, everything is. */
  readonly fitRequest: (Request & { readonly toggles: boolean }) | null
  /** Focuses the open panel under the canvas. */
  readonly panelRequest: (Request & { readonly tab: DockTab }) | null
  /** The part in which the keyboard was last on a step: Escape in the step's fields leads back there. */
  readonly cameFrom: 'canvas' | 'outline'
  /** The step whose name is edited in the outline. */
  readonly renaming: string | null
  /** Whether a tap on a row of the outline toggles the row's selection. */
  readonly selectsSeveral: boolean
  /** The step being dragged from the picker. */
  readonly dragged: NewStep | null
  /** The edge under the dragged step: dropping inserts the step there. */
  readonly dropEdge: string | null
  /** The position of the step if it is dropped now, in canvas pixels. */
  readonly dropPosition: Position | null
  /** The route whose condition is edited on the canvas. */
  readonly editingEdge: string | null
}

const asked = { dockOpen: true, dockSetByUser: true } as const

let serial = 0
const next = () => {
  serial += 1
  return serial
}

/** What of the dock is open when the page opens. */
export type FirstDock = Pick<ViewState, 'dockOpen' | 'dockTab'>
const closed: FirstDock = { dockOpen: false, dockTab: 'yaml' }

/** The view state of the designer: open tabs, dialogs, and requests from one part to another. */
export function createViewStore(first: FirstDock = closed) {
  const store = createStore<ViewState>(() => ({
    dockTab: first.dockTab,
    dockOpen: first.dockOpen,
    dockSetByUser: false,
    fieldsOpen: false,
    covered: 0,
    inspectorSection: 'main',
    adding: null,
    dialog: null,
    newFunction: null,
    fieldRequest: null,
    help: null,
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
    dropPosition: null,
    editingEdge: null,
  }))
  const set = store.setState
  return {
    store,
    openDock: (dockTab: DockTab) => set({ dockTab, ...asked }),
    /** Opens a panel and moves the focus into it. */
    goToPanel: (tab: DockTab) => set({ dockTab: tab, ...asked, panelRequest: { tab, serial: next() } }),
    comeFrom: (cameFrom: ViewState['cameFrom']) => set({ cameFrom }),
    rename: (renaming: string | null) => set({ renaming }),
    toggleSeveral: () => set((state) => ({ selectsSeveral: !state.selectsSeveral })),
    toggleDock: () => set((state) => ({ dockOpen: !state.dockOpen, dockSetByUser: true })),
    /**
     * Closes the dock in a window without room for dock and canvas, until the user opens or closes the dock.
     */
    roomForDock: (room: boolean) => set((state) => (state.dockSetByUser ? {} : { dockOpen: room && first.dockOpen })),
    showFields: (fieldsOpen: boolean) => set({ fieldsOpen }),
    coverCanvas: (covered: number) => set({ covered }),
    showSection: (inspectorSection: InspectorSection) => set({ inspectorSection }),
    startAdding: (adding: Adding) => set({ adding }),
    stopAdding: () => set({ adding: null }),
    startFunction: (newFunction: NewFunction | null) => set({ newFunction }),
    openDialog: (dialog: DesignerDialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    showField: (path: readonly (string | number)[], section?: InspectorSection) =>
      set({ fieldRequest: { path, serial: next() }, ...(section === undefined ? {} : { inspectorSection: section }) }),
    showHelp(help: string | null) {
      if (store.getState().help !== help) set({ help })
    },
    inField(fieldInFocus: string | null) {
      if (store.getState().fieldInFocus !== fieldInFocus) set({ fieldInFocus })
    },
    /** Marks a field and opens its tab, unless the `try` tab is open. */
    pointAt(fieldPointed: readonly (string | number)[] | null, section?: InspectorSection) {
      const before = store.getState()
      if (before.fieldPointed?.join('.') === fieldPointed?.join('.')) return
      const opens = section !== undefined && before.inspectorSection !== 'try'
      set({ fieldPointed, ...(opens ? { inspectorSection: section } : {}) })
    },
    showText: (range: TextRange) => set({ textRequest: { range, serial: next() }, dockTab: 'yaml', ...asked }),
    showStep: (step: string, focus = false) => set({ stepRequest: { step, focus, serial: next() } }),
    /** Returns the keyboard to a step, in the canvas or the outline. */
    returnTo: (step: string) =>
      set(({ cameFrom }) =>
        cameFrom === 'outline'
          ? { dockTab: 'outline', ...asked, panelRequest: { tab: 'outline', serial: next() } }
          : { stepRequest: { step, focus: true, serial: next() } },
      ),
    fit: (toggles = false) => set({ fitRequest: { serial: next(), toggles } }),
    /** Clears a handled request, so that a part that mounts later does not handle it again. */
    met: (request: 'fieldRequest' | 'textRequest' | 'panelRequest') => set({ [request]: null }),
    drag: (dragged: NewStep | null) => set({ dragged, dropEdge: null, dropPosition: null }),
    dropOver(dropEdge: string | null, dropPosition: Position | null) {
      const before = store.getState()
      const stays = before.dropPosition?.x === dropPosition?.x && before.dropPosition?.y === dropPosition?.y
      if (before.dropEdge !== dropEdge || !stays) set({ dropEdge, dropPosition })
    },
    editEdge: (editingEdge: string | null) => set({ editingEdge }),
  }
}
