import "./tree_model.test";
import "./tree_of.test";
import "./choosing.test";
import "./timeline.test";
import "./heat.test";
import "./shot.test";
import "./surfaces.test";
