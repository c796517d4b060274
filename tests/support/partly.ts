/** Stands for a whole of which a test needs only these parts. */
export const partly = <Whole>(parts: Partial<NoInfer<Whole>>): Whole => parts as Whole;
