/** Texts of `components/designer`: views/edges. A function gives a sentence around its values. */
export const viewsEdgesTexts = {
  // views/edges/condition-label
  conditionRequired: 'Condition required',
  conditionExample: 'state.amount > 1000',
  useAsOtherwise: '+ otherwise',
  // views/edges/condition-label
  conditionFromTo: (
    label: string | number | null | undefined,
    source: string | number | null | undefined,
    target: string | number | null | undefined,
  ) => `Condition ${label}, from ${source} to ${target}`,
  conditionOfRouteTo: (target: string | number) => `Condition of the route to ${target}`,

  // views/edges/connect-dialog
  connectTo: (from: string | number) => `Connect ${from} to…`,
  kindOfConnection: 'Kind of connection',
  onFailure: 'On failure',
  asRoute: 'As a route',
  asNextStep: 'As the next step',
  stepsToConnectTo: 'Steps to connect to',

  // views/edges/connections-dialog
  connectionsOf: (step: string | number) => `Connections of ${step}`,
  leadsTo: 'Leads to',
  noOutgoingConnectionsRunEnds: 'No outgoing connections: the run ends here.',
  comesFrom: 'Comes from',
  noIncomingConnections: 'No incoming connections.',
  onFailureWord: 'on failure',
  to: (source: string | number, target: string | number) => `${source} to ${target}`,
  reconnect: (words: string | number) => `Reconnect: ${words}`,
  reconnectLabel: 'Reconnect',
  insertStep: (words: string | number) => `Insert a step: ${words}`,
  insertStepLabel: 'Insert a step',
  removeConnection: (words: string | number) => `Remove the connection: ${words}`,
  remove: 'Remove',
  newTargetsForInsteadOf: (source: string | number, target: string | number) =>
    `New targets for ${source} instead of ${target}`,

  // views/edges/insert-button
  insertStepHere: 'Insert a step here',

  // views/edges/target-list
  findStep: 'Find a step',
  noMatchingStep: 'No matching step',
  typeToFindMore: 'Type to find more.',
} as const
