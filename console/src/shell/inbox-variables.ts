/** The next actions move up as actions are decided. */
export const waitingActionsVariables = { first: 100 };
