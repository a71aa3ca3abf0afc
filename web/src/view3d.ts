// Loaded when a model is first shown in space.
export {};
