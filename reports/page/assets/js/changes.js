// Written by its view.
