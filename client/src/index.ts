/** The client of the payments platform server. */
export {};
